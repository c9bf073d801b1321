import { MantineProvider } from '@mantine/core'
import type { OfflineSale, Profile } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://till.test' })
vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('../../session/me/me.ts')
const { HeldRow } = await import('./held-row.tsx')

const sale: OfflineSale = {
  ...{ id: '01900000-0000-7000-8000-000000000001', storeId: 's1', membershipId: 'm1', accountId: 'a1' },
  ...{ cashierName: 'Ana', handedInBy: 'a2', handedInName: 'Beto', terminalId: null, shiftId: 't1' },
  ...{ soldAt: '2026-11-21T10:00:00Z', status: 'HELD', totalCentavos: 9_300, differenceCentavos: 0 },
  ...{ lines: [], reasons: [], orderId: null, folio: null, deciderName: null, decisionReason: null },
  ...{ decidedAt: null, createdAt: '2026-11-21T10:05:00Z', updatedAt: '2026-11-21T10:05:00Z' },
  payments: [
    { method: 'CARD', amountCentavos: 5_000, tenderedCentavos: null, reference: '004512' },
    { method: 'CASH', amountCentavos: 4_300, tenderedCentavos: 5_000, reference: null },
  ],
}

test('who decides about a held sale sees how it was paid, with references, and who handed it in', () => {
  const shown = renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MeContext value={{ account: { id: 'a3' } } as Profile}>
          <HeldRow sale={sale} mayDecide />
        </MeContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(shown).toMatch(/Tarjeta \$50\.00 · Referencia 004512/)
  expect(shown).toMatch(/Efectivo \$43\.00(?! ·)/)
  expect(shown).toContain('La envió Beto')
})
