import { MantineProvider } from '@mantine/core'
import type { Readiness } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { RestoredNotice } = await import('./restored-notice.tsx')

function drawn(readiness?: Readiness) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['readiness'], readiness)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <RestoredNotice />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('after a restore the platform says that it is closed, and who reconciles how', () => {
  const notice = drawn({ status: 'restored' })
  expect(notice).toContain('La base de datos se restauró: la administración está cerrada')
  expect(notice).toContain('Una persona administradora de todos los comercios')
  expect(notice).toContain('mostrador authority reconcile')
})

test.each([[{ status: 'ok' } as const], [undefined]])('for the answer %o it says nothing', (readiness) => {
  expect(drawn(readiness)).not.toContain('restauró')
})
