import type { VasSale } from '@mostrador/client'
import { expect, test } from 'vitest'
import { cartView, idle } from '../selling/cart/cart-view.ts'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { localCart, withGoods } from '../selling/cart/local-cart.ts'
import { offlineOrder } from '../selling/cart/offline-order.ts'
import type { CartOrder } from '../selling/orders/order.ts'
import { digits, provider, terms } from '../selling/vas/fake-order.ts'
import type { SaleState } from '../selling/vas/sale-machine.ts'
import { displayOfCart, displayOfService } from './displayed.ts'

const empty = localCart('c', 's', '2026-11-21T00:00:00Z')
const order: CartOrder = {
  ...{ kind: 'goods', state: 'DRAFT', key: 'c', accountId: 'a', storeId: 's' },
  ...{ openedAtMs: 0, sentAtMs: null, isLocal: true, cart: empty },
}
const shown = (view: Parameters<typeof displayOfCart>[0]) => displayOfCart(view, (unit) => unit.toLowerCase())

test('before the first line the customer is greeted', () => {
  expect(shown(cartView(idle))).toEqual({ step: 'WELCOME' })
  expect(shown(cartView({ ...idle, order }))).toEqual({ step: 'WELCOME' })
})

test('lines show at once, also those that the server has not answered yet', () => {
  const cart = withGoods(empty, fakeGoods('queso', 14_000, { unit: 'KILOGRAM' }), 0.5, '1')
  const pending = [{ key: '2', item: fakeGoods('pan', 3_350), quantity: 2, amountCentavos: null }]
  expect(shown(cartView({ ...idle, order: { ...order, cart }, pending }))).toEqual({
    step: 'SALE',
    lines: [
      { key: '1', name: 'queso', quantity: '0.5 kilogram', amountCentavos: 7_000 },
      { key: '2', name: 'pan', quantity: '2', amountCentavos: 6_700 },
    ],
    discountCentavos: 0,
    totalCentavos: 13_700,
  })
})

test('after the sale the customer sees what was paid, with its rounding, and the change', () => {
  const sold = {
    order: { totalCentavos: 1_013, roundingCentavos: -13 },
    payments: [{ changeCentavos: 4_000 }, { changeCentavos: 0 }],
  }
  expect(shown({ ...cartView({ ...idle, order }), sold })).toEqual({
    step: 'THANKS',
    totalCentavos: 1_000,
    changeCentavos: 4_000,
  })
})

test('a sale without the network ends the same way', () => {
  const cart = withGoods(empty, fakeGoods('pan', 3_350), 1, '1')
  const payments = [{ method: 'CASH' as const, amountCentavos: 3_350, tenderedCentavos: 5_000 }]
  const seller = { accountId: 'a', cashierName: 'Carla', terminalId: null, shiftId: 't' }
  const sale = offlineOrder(order, cart, payments, seller, new Date(0))
  expect(shown(cartView({ ...idle, order: sale }))).toEqual({
    step: 'THANKS',
    totalCentavos: 3_350,
    changeCentavos: 1_650,
  })
})

const open = {
  ...{ kind: 'airtime' as const, state: 'SENT' as const, key: 'k', accountId: 'a', openedAtMs: 0 },
  ...{ sentAtMs: 0, saleId: null, isParked: false },
  terms: { ...terms, payment: { method: 'CASH' as const, tenderedCentavos: 20_000 } },
}
const draft = {
  ...{ provider, product: terms.product, reference: digits, owed: null, amountCentavos: 10_000 },
  check: { by: 'reading' as const },
}
const sale = {} as VasSale
const steps: SaleState[] = [
  { step: 'form', draft },
  { step: 'confirm', draft, payment: terms.payment },
  { step: 'processing', open, unansweredCount: 0 },
  { step: 'pending', open, sale: null, nextCheckAtMs: null },
  { step: 'outcome', open, result: { variant: 'APPROVED', sale } },
  { step: 'outcome', open, result: { variant: 'APPROVED_PIN', sale } },
  { step: 'outcome', open, result: { variant: 'DECLINED', sale } },
  { step: 'outcome', open, result: { variant: 'REVERSED', sale } },
]

test('a service shows from its confirmation to its outcome, and thanks only for what was sold', () => {
  expect(steps.map((each) => displayOfService(each).step)).toEqual([
    'WELCOME',
    'SALE',
    'SALE',
    'SALE',
    'THANKS',
    'THANKS',
    'WELCOME',
    'WELCOME',
  ])
  expect(displayOfService(steps[4] as SaleState)).toEqual({
    step: 'THANKS',
    totalCentavos: 10_000,
    changeCentavos: 10_000,
  })
})

test('no step shows the phone number', () => {
  for (const each of steps) expect(JSON.stringify(displayOfService(each))).not.toContain(digits)
})
