import type { VasProduct } from '@mostrador/client'
import { expect, test } from 'vitest'
import { isOffline, isOpen, type OfflineOrder, type Order, totalCentavos } from './order.ts'

const goods = (state: string) => ({ kind: 'goods', state }) as Order

test('goods that were sold without a network are offline sales, and nothing else is', () => {
  const states = ['WAITING', 'REFUSED', 'HELD', 'BOOKED', 'DISCARDED']
  expect(states.filter((state) => isOffline(goods(state)))).toEqual(states)
  expect(['DRAFT', 'SENT'].filter((state) => isOffline(goods(state)))).toEqual([])
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
