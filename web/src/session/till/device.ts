import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** Which terminal this browser is; a manager's code has made it one, and its key is out of reach for scripts. */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: async ({ signal }) => (await answer(api.GET('/auth/terminal-device', { signal }))).terminal,
})
