import { useSearch } from '@tanstack/react-router'
import { useKindsUnderWay } from '../desks/use-service-desks.ts'
import { type TabKey, tabOf } from './tabs.ts'

/** What the till shows: the tab that was chosen; else a sale that is still on its way; else the goods. */
export function useShownTab(): TabKey {
  const search = useSearch({ from: '/signed-in/caja' })
  const [underWay] = useKindsUnderWay()
  return search.tab ?? (underWay === undefined ? 'productos' : tabOf[underWay])
}
