import { useQueries } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import type { PageKey } from '../../../desk/navigation/navigation.ts'
import type { dashboardTexts } from './texts.ts'

interface FirstStep {
  key: keyof typeof dashboardTexts.step
  /** Where it is done. */
  page: PageKey
  isDone: boolean
}

type List = (signal: AbortSignal) => Promise<{ items: readonly unknown[] }>

/** Without these a store cannot sell; a team and a balance can come later, or never. */
const needed: readonly FirstStep['key'][] = ['products', 'terminals', 'sale']

/** What a new store still lacks; `null` while that is not known, or once it sells. */
export function useFirstSteps(storeId: string): FirstStep[] | null {
  const one = { storeId, limit: 1 }
  const two = { storeId, limit: 2 }
  /** A step is done once its list has this many records. */
  const step = (key: FirstStep['key'], page: PageKey, list: List, least = 1) => ({
    queryKey: ['first-steps', storeId, key],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FirstStep> => {
      const { items } = await list(signal)
      return { key, page, isDone: items.length >= least }
    },
  })
  return useQueries({
    queries: [
      step('products', 'products', (signal) =>
        answer(api.GET('/pos/products', { params: { query: one }, signal })),
      ),
      step('terminals', 'terminals', (signal) =>
        answer(api.GET('/pos/terminals', { params: { query: one }, signal })),
      ),
      step('sale', 'terminal', (signal) =>
        answer(api.GET('/pos/sales_orders', { params: { query: one }, signal })),
      ),
      // The owner is a member, too.
      step(
        'team',
        'employees',
        (signal) => answer(api.GET('/pos/memberships', { params: { query: two }, signal })),
        2,
      ),
      step('balance', 'wallet', (signal) =>
        answer(api.GET('/pos/wallet/entries', { params: { query: one }, signal })),
      ),
    ],
    combine: (answers) => {
      const steps = answers.flatMap(({ data }) => data ?? [])
      const isReady = steps.every(({ key, isDone }) => isDone || !needed.includes(key))
      return steps.length < answers.length || isReady ? null : steps
    },
  })
}
