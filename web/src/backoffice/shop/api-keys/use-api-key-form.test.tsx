import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { showEndlessList } from '../../../desk/records/fake-list.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('fetch', async () => Response.json({ apiKey: 'mk_1' }, { status: 201 }))
afterAll(() => vi.unstubAllGlobals())
const { useApiKeyForm } = await import('./use-api-key-form.ts')

test('a new key is shown without waiting for the list to be read again', async () => {
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
  await opened?.save.mutateAsync()
  expect(shown).toEqual(['mk_1', 'closed'])
  expect(queryClient.isFetching(), 'the list is being read').toBe(1)
  close()
})
