import { useSearch } from '@tanstack/react-router'
import { useKindsInProgress } from '../vas/checkouts/use-vas-checkouts.ts'
import { type TabKey, tabOf } from './tabs.ts'

/** The shown tab: the one chosen, else one with a sale in progress, else goods. */
export function useShownTab(): TabKey {
  const search = useSearch({ from: '/signed-in/caja' })
  const [underWay] = useKindsInProgress()
  return search.tab ?? (underWay === undefined ? 'productos' : tabOf[underWay])
}
