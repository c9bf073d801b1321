import type { PaymentMethod } from '@mostrador/client'
import { expect, test } from 'vitest'
import type { Words } from '../../ui/words/words.ts'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { localCart, withGoods } from '../selling/cart/local-cart.ts'
import { offlineOrder } from '../selling/cart/offline-order.ts'
import type { CartOrder } from '../selling/orders/order.ts'
import { provisionalSlip } from './provisional-slip.ts'
import type { offlineTexts } from './texts.ts'

const t = ((key: string) => key) as Words<typeof offlineTexts>

test('the lines of a provisional slip cost what the cart said, to the centavo', () => {
  const empty = localCart('c', 's', '2026-11-21T00:00:00Z')
  // 1.005 × 100 is 100.49999… in floating point, and half a centavo more than 100 in truth.
  const measured = withGoods(empty, fakeGoods('listón', 100, { unit: 'METER' }), 1.005, '1')
  const cart = withGoods(measured, fakeGoods('queso', 13_990, { unit: 'KILOGRAM' }), 0.143, '2', 2_000)
  const order = { key: 'c', accountId: 'a', storeId: 's', openedAtMs: 0, sentAtMs: null } as CartOrder
  const payments = [{ method: 'CASH' as PaymentMethod, amountCentavos: cart.totalCentavos }]
  const seller = { accountId: 'a', cashierName: 'Carla', terminalId: null, shiftId: 't' }
  const entry = offlineOrder(order, cart, payments, seller, new Date(0))
  const amounts = provisionalSlip(t, entry).flatMap((block) =>
    block.kind === 'row' && block.label.includes('×') ? [block.value] : [],
  )
  expect(cart.lines.map(({ grossCentavos }) => grossCentavos)).toEqual([101, 2_000])
  expect(amounts).toEqual(['$1.01', '$20.00'])
})
