import { expect, test } from 'vitest'
import type { OrderLine } from './orders-query.ts'
import {
  nothing,
  type RefundsByLine,
  refundableLines,
  refundCentavos,
  refundEverything,
  refundFault,
  refundLines,
} from './refund-draft.ts'

const line: OrderLine = {
  id: 'l1',
  position: 1,
  productId: 'p1',
  variantId: 'p1',
  productName: 'Pan',
  variantName: null,
  sku: null,
  kind: 'GOODS',
  unit: 'PIECE',
  quantity: 3,
  amountCentavos: null,
  unitPriceCentavos: 333,
  taxRateBps: 0,
  isTaxExempt: false,
  isTaxIncluded: true,
  grossCentavos: 1000,
  discountCentavos: 0,
  taxCentavos: 0,
  totalCentavos: 1000,
  note: null,
  isPriceOpen: false,
}
const chip: OrderLine = { ...line, id: 'l2', productId: 'p2', kind: 'CHIP', quantity: 2 }
const order = {
  lines: [line, chip],
  chips: ['c1', 'c2'].map((id) => ({ id, productId: 'p2', iccid: id, msisdn: null })),
}
const refundable = {
  lines: [
    { lineItemId: 'l1', quantityLeft: 2, amountLeftCentavos: 667 },
    { lineItemId: 'l2', quantityLeft: 2, amountLeftCentavos: 0 },
  ],
}
const goods = refundableLines(order, refundable, 'RETURN')
const wantedOf = (quantity: number) => ({ l1: { ...nothing, quantity } })

test('goods that were already refunded can still be returned, and are left out of refunds of money alone', () => {
  expect(goods.map(({ line: each }) => each.id)).toEqual(['l1', 'l2'])
  expect(refundableLines(order, refundable, 'REFUND').map(({ line: each }) => each.id)).toEqual(['l1'])
})

test('each unit of a line returns its share, and the last one the remainder', () => {
  const [first] = goods
  if (first === undefined) throw new Error('no line')
  expect(refundCentavos(first, { ...nothing, quantity: 1 }, 'RETURN')).toBe(333)
  expect(refundCentavos(first, { ...nothing, quantity: 2 }, 'RETURN')).toBe(667)
})

test('only lines with something to refund are sent, with the amount that was shown', () => {
  expect(refundLines(goods, wantedOf(1), 'RETURN')).toEqual([
    { lineItemId: 'l1', quantity: 1, amountCentavos: 333, disposition: 'STOCK' },
  ])
  expect(refundLines(goods, { l1: { ...nothing, amountCentavos: 50 } }, 'REFUND')).toEqual([
    { lineItemId: 'l1', amountCentavos: 50 },
  ])
})

test.each<[string, RefundsByLine, string, ReturnType<typeof refundFault>]>([
  ['nothing of any line', {}, 'x', 'nothingChosen'],
  ['more than is left', wantedOf(3), 'x', 'tooMuch'],
  ['fewer chips than come back', { l2: { ...nothing, quantity: 2, chipIds: ['c1'] } }, 'x', 'chipsFault'],
  ['no reason', wantedOf(1), '  ', 'noReason'],
  ['everything, with a reason', refundEverything(goods, order), 'x', null],
])('%s', (_, wanted, reason, fault) => {
  expect(refundFault(order, goods, wanted, 'RETURN', reason)).toBe(fault)
})

test('an invalid amount blocks the refund', () => {
  expect(refundFault(order, goods, { l1: { ...nothing, amountCentavos: null } }, 'REFUND', 'x')).toBe(
    'tooMuch',
  )
})
