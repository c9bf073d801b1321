import type { ProfileMerchant } from '@mostrador/client'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { ownedMerchant, ownedMerchants } = await import('./merchant-choice.ts')

const merchant = (id: string, more: Partial<ProfileMerchant> = {}): ProfileMerchant => ({
  id,
  name: `Negocio ${id}`,
  status: 'ACTIVE',
  isOwner: true,
  ...more,
})
const ofSomebodyElse = merchant('x', { isOwner: false })

test('the owner of two merchants acts for the one whose store is selected', () => {
  const me = { merchants: [merchant('a'), merchant('b')] }
  expect(ownedMerchant(me, { merchantId: 'a' })?.id).toBe('a')
  expect(ownedMerchant(me, { merchantId: 'b' })?.id).toBe('b')
  expect(ownedMerchant(me, null)?.id).toBe('a')
})

test('an owner who also works for somebody else never acts for that merchant', () => {
  expect(ownedMerchant({ merchants: [merchant('a'), ofSomebodyElse] }, { merchantId: 'x' })?.id).toBe('a')
  expect(ownedMerchant({ merchants: [ofSomebodyElse] }, { merchantId: 'x' })).toBeNull()
})

test('stores are opened for the own merchants that are open', () => {
  const merchants = [merchant('a'), merchant('b', { status: 'SUSPENDED' }), ofSomebodyElse]
  expect(ownedMerchants({ merchants }).map(({ id }) => id)).toEqual(['a'])
})
