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

/** Without these a store cannot sell; a team and a balance can come later, or never. */
const needed: readonly FirstStep['key'][] = ['products', 'terminals', 'sale']

/** What a new store still lacks; `null` while that is not known, or once it sells. */
export function useFirstSteps(storeId: string): FirstStep[] | null {
  const one = { storeId, limit: 1 }
  const step = (key: FirstStep['key'], page: PageKey, isDone: (signal: AbortSignal) => Promise<boolean>) => ({
    queryKey: ['first-steps', storeId, key],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FirstStep> => ({
      ...{ key, page },
      isDone: await isDone(signal),
    }),
  })
  return useQueries({
    queries: [
      step('products', 'products', async (signal) => {
        const { items } = await answer(api.GET('/pos/products', { params: { query: one }, signal }))
        return items.length > 0
      }),
      step('terminals', 'terminals', async (signal) => {
        const { items } = await answer(api.GET('/pos/terminals', { params: { query: one }, signal }))
        return items.length > 0
      }),
      step('sale', 'terminal', async (signal) => {
        const { items } = await answer(api.GET('/pos/sales_orders', { params: { query: one }, signal }))
        return items.length > 0
      }),
      step('team', 'invites', async (signal) => {
        const query = { storeId, limit: 2 }
        const { items } = await answer(api.GET('/pos/memberships', { params: { query }, signal }))
        return items.length > 1
      }),
      step('balance', 'wallet', async (signal) => {
        const { items } = await answer(api.GET('/pos/wallet/entries', { params: { query: one }, signal }))
        return items.length > 0
      }),
    ],
    combine: (answers) => {
      const steps = answers.flatMap(({ data }) => data ?? [])
      const isReady = steps.every(({ key, isDone }) => isDone || !needed.includes(key))
      return steps.length < answers.length || isReady ? null : steps
    },
  })
}
