import { useLocation } from '@tanstack/react-router'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import { showTimesIn } from '../../ui/format/zone.ts'
import { isOfStore } from '../navigation/navigation.ts'

/** For the frame of the desks: pages about the selected store show times, and count days, by its clock, others by the device's. */
export function useStoreClock(): void {
  const { pathname } = useLocation()
  const store = useStoreChoice()
  showTimesIn(isOfStore(pathname) ? store?.timeZone : undefined)
}
