import type { VasProduct } from '@mostrador/client'
import { expect, test } from 'vitest'
import {
  isOffline,
  isOpen,
  isUnanswered,
  type OfflineOrder,
  type Order,
  type PaidOrder,
  totalCentavos,
} from './order.ts'

const goods = (state: string) => ({ kind: 'goods', state }) as Order

test('goods that were sold without a network are offline sales, and nothing else is', () => {
  const states = ['WAITING', 'REFUSED', 'HELD', 'BOOKED', 'DISCARDED']
  expect(states.filter((state) => isOffline(goods(state)))).toEqual(states)
  expect(['DRAFT', 'CANCELED', 'SENT'].filter((state) => isOffline(goods(state)))).toEqual([])
  expect(isOffline({ kind: 'airtime', state: 'SENT' } as Order)).toBe(false)
})

test('an offline sale is open until it is booked or discarded', () => {
  const open = ['WAITING', 'REFUSED', 'HELD']
  expect([...open, 'BOOKED', 'DISCARDED'].filter((state) => isOpen(goods(state) as OfflineOrder))).toEqual(
    open,
  )
})

test('a service costs its face value and its fee', () => {
  const product = { feeCentavos: 800 } as VasProduct
  expect(totalCentavos({ product, amountCentavos: 35_000 })).toBe(35_800)
})

test('a payment without an answer that names its seller can be handed in by somebody else', () => {
  const paid = { kind: 'goods', state: 'SENT', seller: { shiftId: 't1' } } as PaidOrder
  expect(isUnanswered(paid)).toBe(true)
  const others = [
    { ...paid, seller: null },
    { ...paid, isSold: true },
    { ...paid, state: 'WAITING' },
  ]
  expect([...others, { kind: 'pin', state: 'SENT' }].filter((each) => isUnanswered(each as Order))).toEqual(
    [],
  )
})
