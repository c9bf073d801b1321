import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { orKept } from '../../api/kept-answers.ts'

/**
 * The terminal as which this browser was enabled, or `null`. It does not depend on who is signed in, and its last value is kept
 * for times without a network. The terminal's key is in a cookie that scripts cannot read.
 */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: ({ signal }) =>
    orKept('device', async () => (await answer(api.GET('/auth/terminal-device', { signal }))).terminal),
})
