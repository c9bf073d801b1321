import type { Cart, PaymentMethod } from '@mostrador/client'
import { expect, test } from 'vitest'
import type { Words } from '../../ui/words/words.ts'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { localCart, withGoods } from '../selling/cart/local-cart.ts'
import { offlineOrder } from '../selling/cart/offline-order.ts'
import type { CartOrder } from '../selling/orders/order.ts'
import { provisionalSlip } from './provisional-slip.ts'
import type { offlineTexts } from './texts.ts'

const t = ((key: string, facts?: { rate?: number }) =>
  facts?.rate === undefined ? key : `${key} ${facts.rate}`) as Words<typeof offlineTexts>

const empty = localCart('c', 's', '2026-11-21T00:00:00Z')

/** The rows of amounts on the slip of a cart that was paid with this much cash. */
function amountsOn(cart: Cart, paidCentavos: number): [string, string][] {
  const order = { key: 'c', accountId: 'a', storeId: 's', openedAtMs: 0, sentAtMs: null } as CartOrder
  const payments = [{ method: 'CASH' as PaymentMethod, amountCentavos: paidCentavos }]
  const seller = { accountId: 'a', cashierName: 'Carla', terminalId: null, shiftId: 't' }
  const entry = offlineOrder(order, cart, payments, seller, new Date(0))
  return provisionalSlip(t, entry).flatMap((block): [string, string][] =>
    block.kind === 'row' && block.value.includes('$') ? [[block.label, block.value]] : [],
  )
}

/** The centavos of the rows above the total, and of the total. */
function sumsOf(amounts: readonly [string, string][]) {
  const centavos = amounts.map(([, value]) => Number(value.replace('−', '-').replaceAll(/[$,.]/g, '')))
  const at = amounts.findIndex(([label]) => label === 'receipt.total')
  return { above: centavos.slice(0, at).reduce((sum, each) => sum + each, 0), total: centavos[at] }
}

test('the lines of a provisional slip cost what the cart said, to the centavo', () => {
  // 1.005 × 100 is 100.49999… in floating point, and half a centavo more than 100 in truth.
  const measured = withGoods(empty, fakeGoods('listón', 100, { unit: 'METER' }), 1.005, '1')
  const cart = withGoods(measured, fakeGoods('queso', 13_990, { unit: 'KILOGRAM' }), 0.143, '2', 2_000)
  expect(cart.lines.map(({ grossCentavos }) => grossCentavos)).toEqual([101, 2_000])
  expect(amountsOn(cart, cart.totalCentavos)).toEqual([
    ['1.005 × listón', '$1.01'],
    ['0.143 × queso', '$20.00'],
    ['receipt.total', '$21.01'],
    ['receipt.method.CASH', '$21.01'],
  ])
})

test('a provisional slip with a discount adds up to its total', () => {
  const whole = withGoods(empty, fakeGoods('refresco', 1_900), 3, '1')
  const cart = { ...whole, lines: whole.lines.map((line) => ({ ...line, discountCentavos: 570 })) }
  const amounts = amountsOn(cart, 5_130)
  expect(amounts).toContainEqual(['receipt.discount', '−$5.70'])
  expect(amounts).toHaveLength(4)
  expect(sumsOf(amounts)).toEqual({ above: 5_130, total: 5_130 })
})

test('a provisional slip of goods with tax added adds up to its total, as it was rounded', () => {
  const added = { isTaxIncluded: false }
  const atBorder = { ...added, tax: { rateBps: 800, isExempt: false } }
  const one = withGoods(empty, fakeGoods('clavo', 1_000, atBorder), 1, '1')
  const two = withGoods(one, fakeGoods('tornillo', 333, added), 1, '2')
  const three = withGoods(two, fakeGoods('tuerca', 333, added), 1, '3')
  const cart = withGoods(three, fakeGoods('refresco', 1_900), 1, '4')
  expect(cart.totalCentavos).toBe(3_752)
  const amounts = amountsOn(cart, 3_750)
  expect(amounts.slice(4)).toEqual([
    ['receipt.tax 16', '$1.06'],
    ['receipt.tax 8', '$0.80'],
    ['receipt.rounding', '−$0.02'],
    ['receipt.total', '$37.50'],
    ['receipt.method.CASH', '$37.50'],
  ])
  expect(sumsOf(amounts)).toEqual({ above: 3_750, total: 3_750 })
})
