import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { orKept } from '../../api/kept-answers.ts'

/**
 * The terminal that this browser was enabled as, if any, whoever is signed in; known without a network too. Its key is in a
 * cookie that scripts cannot read.
 */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: ({ signal }) =>
    orKept('device', async () => (await answer(api.GET('/auth/terminal-device', { signal }))).terminal),
})
