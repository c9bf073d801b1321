import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** The terminal that this browser was enabled as, if any. Its key is in a cookie that scripts cannot read. */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: async ({ signal }) => (await answer(api.GET('/auth/terminal-device', { signal }))).terminal,
})
