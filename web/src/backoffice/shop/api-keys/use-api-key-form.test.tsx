import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { showEndlessList } from '../../../desk/records/fake-list.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<() => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { useApiKeyForm } = await import('./use-api-key-form.ts')

/** Creates a key beside its list. @returns what was shown of it, and whether the list is being read again */
async function created() {
  const queryClient = new QueryClient()
  const close = showEndlessList(queryClient, ['apiKeys'])
  const shown: string[] = []
  let opened: ReturnType<typeof useApiKeyForm> | undefined
  const Case = () => {
    const onMade = (secret: string) => shown.push(secret)
    opened = useApiKeyForm({ merchantId: 'm1', onMade, onClose: () => shown.push('closed') })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Case />
    </QueryClientProvider>,
  )
  await opened?.save.mutateAsync().catch(() => undefined)
  const isListRead = queryClient.isFetching() === 1
  close()
  return { shown, isListRead }
}

test('a new key is shown without waiting for the list to be read again', async () => {
  send.mockResolvedValue(Response.json({ apiKey: 'mk_1' }, { status: 201 }))
  expect(await created()).toEqual({ shown: ['mk_1', 'closed'], isListRead: true })
})

test('a key whose answer was lost may exist: the form stays, and the list beside it is read again', async () => {
  send.mockRejectedValue(new TypeError('fetch failed'))
  expect(await created()).toEqual({ shown: [], isListRead: true })
})
