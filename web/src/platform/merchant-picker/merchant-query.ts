import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** One of the platform's merchants. */
export const merchantQuery = (id: string) =>
  queryOptions({
    queryKey: ['merchants', 'one', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/platform/merchants/{id}', { params: { path: { id } }, signal })),
  })
