import type { AdminAssignment } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** One entry for each merchant that a confined administrator was assigned or owns, as far as the caller may see. */
export const assignmentsQuery = (merchantId?: string) =>
  queryOptions({
    queryKey: ['admin-assignments', merchantId],
    queryFn: async ({ signal }) => {
      const items: AdminAssignment[] = []
      let cursor: string | null = null
      do {
        const page: { items: AdminAssignment[]; nextCursor: string | null } = await answer(
          api.GET('/platform/admin-assignments', {
            params: {
              query: {
                limit: 200,
                ...(merchantId !== undefined && { merchantId }),
                ...(cursor !== null && { cursor }),
              },
            },
            signal,
          }),
        )
        items.push(...page.items)
        cursor = page.nextCursor
      } while (cursor !== null)
      return items
    },
  })
