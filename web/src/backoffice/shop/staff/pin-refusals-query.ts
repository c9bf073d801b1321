import type { Membership, MembershipPage } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

/** Of every member of the store, by id: why the person may not give them a PIN; `null` when they may. */
export const pinRefusalsQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['members', 'pinRefusals', storeId],
    queryFn: async ({ signal }) => {
      const refusals = new Map<string, Membership['pinRefusal']>()
      let cursor: string | null = null
      do {
        const query = { storeId, limit: 200, ...(cursor !== null && { cursor }) }
        const page: MembershipPage = await answer(api.GET('/pos/memberships', { params: { query }, signal }))
        for (const { id, pinRefusal } of page.items) refusals.set(id, pinRefusal)
        cursor = page.nextCursor
      } while (cursor !== null)
      return refusals
    },
  })
