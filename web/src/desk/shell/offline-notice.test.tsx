import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { noteReached } from '../../api/network-state.ts'
import { OfflineNotice } from './offline-notice.tsx'

vi.stubGlobal('navigator', { onLine: true })
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

test('the desk says that its figures may be old while the server is out of reach', () => {
  expect(drawn()).not.toContain('Sin conexión')
  noteReached(false)
  expect(drawn()).toContain('Sin conexión con el servidor. Lo que ves puede no estar al día.')
})
