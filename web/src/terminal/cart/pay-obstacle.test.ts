import type { Cart } from '@mostrador/client'
import { expect, test } from 'vitest'
import { localCart } from '../selling/cart/local-cart.ts'
import { payObstacle } from './pay-obstacle.ts'

const cartWith = (approvalStatus: 'PENDING' | 'APPROVED'): Cart => ({
  ...localCart('c1', 's1', '2026-11-27T10:00:00Z'),
  discounts: [{ approvalStatus } as Cart['discounts'][number]],
})
const payable = {
  ...{ cart: cartWith('APPROVED'), isEmpty: false, isLocal: false, localReason: null },
  ...{ hasShift: true, isOnline: true },
}

test('a cart is charged unless it is empty, no shift is open, or it cannot be charged offline', () => {
  expect(payObstacle(payable)).toBeNull()
  expect(payObstacle({ ...payable, isEmpty: true })).toBe('empty')
  expect(payObstacle({ ...payable, hasShift: false })).toBe('shift')
  expect(payObstacle({ ...payable, isLocal: true, localReason: 'no known shift' })).toBe('local')
  expect(payObstacle({ ...payable, localReason: 'no known shift' })).toBeNull()
})

test('a discount that waits for a decision keeps a cart from being charged only while there is a network', () => {
  const waiting = { ...payable, cart: cartWith('PENDING') }
  expect(payObstacle(waiting)).toBe('discount')
  expect(payObstacle({ ...waiting, isOnline: false })).toBeNull()
})
