import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { localCart } from '../selling/cart/local-cart.ts'
import type { UnansweredPayment } from '../selling/orders/order.ts'

vi.stubGlobal('location', { origin: 'http://till.test' })
vi.stubGlobal('window', new EventTarget())
// A button that cannot be used asks for the element of its hint.
vi.stubGlobal('HTMLElement', class {})
afterAll(() => vi.unstubAllGlobals())
const { LeftRow } = await import('./left-row.tsx')
vi.stubGlobal('navigator', { onLine: true })

const payment: UnansweredPayment = {
  ...{ kind: 'goods', state: 'SENT', key: 'k1', accountId: 'a2', storeId: 's1', openedAtMs: 1, sentAtMs: 2 },
  cart: localCart('k1', 's1', '2026-11-21T10:00:00Z'),
  payment: {
    version: 1,
    payments: [
      { method: 'CARD', amountCentavos: 1_000 },
      { method: 'TRANSFER', amountCentavos: 900 },
    ],
  },
  seller: { accountId: 'a2', cashierName: 'Ana', terminalId: null, shiftId: 't1' },
  paidAtMs: Date.parse('2026-11-21T10:00:00Z'),
}

test('Enter in a reference of a payment that was left presses the button that sends it', () => {
  const shown = renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <LeftRow payment={payment} reason={null} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const [form = '', id] = /<form id="([^"]*)".*<\/form>/s.exec(shown) ?? []
  expect(form.match(/<input/g)).toHaveLength(2)
  const [send = ''] = shown.match(/<button[^>]*type="submit"[^>]*>/) ?? []
  expect(send).toContain(`form="${id}"`)
})
