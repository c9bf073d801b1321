import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { askServer, noteReached } from '../../api/network-state.ts'
import { OfflineNotice } from './offline-notice.tsx'

let answers = true
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('fetch', () => (answers ? Promise.resolve(new Response()) : Promise.reject(new Error('lost'))))
afterAll(() => {
  noteReached(true)
  vi.unstubAllGlobals()
})

const drawn = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <OfflineNotice />
      </MantineProvider>
    </QueryClientProvider>,
  )

test('the desk says that its figures may be old while the server is out of reach', async () => {
  expect(drawn()).not.toContain('Sin conexión')
  answers = false
  await askServer()
  expect(drawn()).toContain('Sin conexión con el servidor. Lo que ves puede no estar al día.')
  noteReached(true)
  expect(drawn()).not.toContain('Sin conexión')
})

test('it says nothing of a request that was lost while the server answers', async () => {
  noteReached(false)
  expect(drawn()).not.toContain('Sin conexión')
  answers = true
  await askServer()
  expect(drawn()).not.toContain('Sin conexión')
})
