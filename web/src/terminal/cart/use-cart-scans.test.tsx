import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { TakeScan } from '../../ui/scanner/meanings.ts'
import { type CartState, cartView, idle } from '../selling/cart/cart-view.ts'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { localCart } from '../selling/cart/local-cart.ts'
import type { PaidOrder } from '../selling/orders/order.ts'
import type * as CartScans from './use-cart-scans.ts'

let scans: typeof CartScans

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('window', new EventTarget())
  scans = await import('./use-cart-scans.ts')
})
afterAll(() => vi.unstubAllGlobals())

const soda = fakeGoods('refresco', 1_900, { barcodes: ['7501055300075'] })
const sold = { order: {} } as CartState['sold']
const order: PaidOrder = {
  ...{ kind: 'goods', state: 'SENT', key: 'k1', accountId: 'a1', storeId: 's1', openedAtMs: 0, sentAtMs: 0 },
  cart: localCart('k1', 's1', '2026-11-27T10:00:00Z'),
  payment: { version: 1, payments: [] },
  ...{ seller: null, paidAtMs: 0 },
}

/** Scans goods over the ticket of a sale. @param next what is on the screen after it @returns what then happened */
function scanOverTicket(next: CartState) {
  const happened: string[] = []
  const store = createStore<CartState>(() => ({ ...idle, order, sold }))
  const checkout = {
    store,
    view: () => cartView(store.getState()),
    startNew: () => store.setState(next),
    add: () => void happened.push('added'),
  }
  let take: TakeScan | undefined
  const Counter = () => {
    take = scans.useCartScans({
      ...{ checkout, items: [soda], labelLayouts: [], terminalId: null, times: null },
      onMeasure: () => undefined,
      onOpenPrice: () => undefined,
      missingActs: () => null,
      onNextSale: () => happened.push('the next sale began'),
      onTaken: () => happened.push('taken'),
    })
    return null
  }
  renderToStaticMarkup(<Counter />)
  const [code = ''] = soda.barcodes
  const scan = {
    code,
    ending: 'Enter',
    hasPrefix: false,
    meanGapMs: 5,
    longestGapMs: 5,
    isGiven: true,
  } as const
  const refusal = take?.({ ...scan, isDoubtful: false, focused: null, isUnderDialog: false })
  return { happened, refusal }
}

test('a scan over the ticket begins the next sale, and its goods are added', () => {
  const { happened, refusal } = scanOverTicket(idle)
  expect(happened).toEqual(['the next sale began', 'taken', 'added'])
  expect(refusal).toBeNull()
})

test('a scan over the ticket begins the next sale also when that is a payment which a closed window has left', () => {
  const { happened, refusal } = scanOverTicket({ ...idle, order })
  expect(happened).toEqual(['the next sale began'])
  expect(refusal).not.toBeNull()
})
