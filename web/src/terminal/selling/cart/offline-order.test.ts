import type { Cart, CartLine } from '@mostrador/client'
import { expect, test } from 'vitest'
import type { CartOrder, OfflineSeller } from '../orders/order.ts'
import { bread, cheese, soda } from './fake-server.ts'
import { paidOrder, seller } from './fake-till.ts'
import { localCart, withGoods } from './local-cart.ts'
import { offlineOrder, provisionalName } from './offline-order.ts'

const soldAt = new Date('2026-11-28T10:00:00Z')
const empty = localCart('c1', 's1', '2026-11-28T09:59:00Z')
const draft = (cart: Cart): CartOrder => ({
  ...{ kind: 'goods', state: 'DRAFT', key: 'c1', accountId: 'a1', storeId: 's1' },
  ...{ openedAtMs: 5, sentAtMs: null, cart, isLocal: true },
})
const sold = (cart: Cart, by: OfflineSeller = seller) => offlineOrder(draft(cart), cart, [], by, soldAt)
/** What is handed in of one line. */
const handedIn = (more: Partial<CartLine>) => {
  const cart = withGoods(empty, soda, 2, 'l1')
  return sold({ ...cart, lines: cart.lines.map((line) => ({ ...line, ...more })) }).sale.lines[0]
}

test('an offline sale has the lines and prices of its cart, and its key', () => {
  const order = sold(withGoods(withGoods(empty, soda, 2, 'l1'), bread, 1, 'l2'))
  expect(order).toMatchObject({ state: 'WAITING', key: 'c1', accountId: 'a1', storeId: 's1', openedAtMs: 5 })
  expect(order).toMatchObject({
    cashierName: 'Ana',
    payment: null,
    reasons: [],
    folio: null,
    settledAtMs: null,
  })
  expect(order.sale).toEqual({
    id: 'c1',
    storeId: 's1',
    shiftId: 't1',
    soldAt: '2026-11-28T10:00:00.000Z',
    lines: [
      { variantId: 'refresco', productName: 'refresco', quantity: 2, unitPriceCentavos: 1_900, ...tax(soda) },
      { variantId: 'pan', productName: 'pan', quantity: 1, unitPriceCentavos: 4_850, ...tax(bread) },
    ],
    payments: [],
  })
})

const tax = ({ tax }: typeof soda) => ({
  taxRateBps: tax?.rateBps,
  isTaxExempt: tax?.isExempt,
  isTaxIncluded: true,
})

test('names the terminal, if there is one', () => {
  const cart = withGoods(empty, soda, 1, 'l1')
  expect(sold(cart, { ...seller, terminalId: 'k1' }).sale).toMatchObject({ terminalId: 'k1' })
  expect(sold(cart).sale).not.toHaveProperty('terminalId')
})

test('a line keeps its amount, its discount and its note', () => {
  expect(handedIn({})).not.toHaveProperty('amountCentavos')
  expect(handedIn({ amountCentavos: 5_000 })).toMatchObject({ amountCentavos: 5_000 })
  expect(handedIn({})).not.toHaveProperty('discountCentavos')
  expect(handedIn({ discountCentavos: 1 })).toMatchObject({ discountCentavos: 1 })
  expect(handedIn({})).not.toHaveProperty('note')
  expect(handedIn({ note: 'frío' })).toMatchObject({ note: 'frío' })
})

test('a line is named by its product and variant; a name that was entered stands alone', () => {
  const named = { productName: 'Playera', variantName: 'M' }
  expect(handedIn(named)?.productName).toBe('Playera · M')
  expect(handedIn({ ...named, variantName: null })?.productName).toBe('Playera')
  expect(handedIn({ ...named, isPriceOpen: true })?.productName).toBe('Playera')
})

test('a name that is longer than the server takes is cut, between characters', () => {
  const named = { productName: '🌮'.repeat(160), variantName: 'M'.repeat(80) }
  expect(handedIn(named)?.productName).toBe(`${'🌮'.repeat(160)} · ${'M'.repeat(37)}`)
})

test('counts what was paid and the change, over all payments', () => {
  const cart = withGoods(empty, cheese, 1, 'l1')
  const payments = [
    { method: 'CARD' as const, amountCentavos: 9_000 },
    { method: 'CASH' as const, amountCentavos: 9_990, tenderedCentavos: 20_000 },
  ]
  expect(offlineOrder(draft(cart), cart, payments, seller, soldAt)).toMatchObject({
    totalCentavos: 18_990,
    changeCentavos: 10_010,
  })
})

test('keeps the payment that was sent before, to be looked up first', () => {
  const cart = withGoods(empty, soda, 1, 'l1')
  const paid = paidOrder(cart, 7)
  expect(offlineOrder(paid, cart, paid.payment.payments, seller, soldAt)).toMatchObject({
    payment: paid.payment,
    sentAtMs: 7,
  })
})

test('is called by the end of its key on the slip', () => {
  expect(provisionalName('019abc00-0000-7000-8000-00000012abcd')).toBe('P-12ABCD')
})
