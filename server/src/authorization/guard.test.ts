import { describe, expect, test } from 'vitest'
import type { Label, PlatformRole } from './access.ts'
import { Grant } from './grant.ts'
import { assertPlatformRole, assertStoreRole, settle, soleStore } from './guard.ts'
import { outranks, type StoreRole, storeRoles } from './matrix.ts'
import type { Membership, Principal } from './principal.ts'

const membership = (
  storeId: string,
  role: StoreRole,
  merchantStatus: Membership['merchantStatus'] = 'ACTIVE',
) => ({
  membershipId: `member-${storeId}`,
  merchantId: 'merchant',
  storeId,
  role,
  merchantStatus,
})

const principal = (changes: Partial<Principal> = {}): Principal => ({
  accountId: 'account',
  email: 'a@example.test',
  name: 'A',
  sessionId: 'session',
  terminalId: null,
  keyScopes: null,
  labels: [],
  labelsAct: true,
  hasSecondFactor: true,
  isConfirmed: true,
  waivesConfirmation: false,
  isRestored: false,
  memberships: [],
  isStale: false,
  ...changes,
})

describe('assertPlatformRole', () => {
  test.each<[Label[], PlatformRole, boolean]>([
    [[], 'operator', false],
    [[], 'admin', false],
    [['distributor'], 'operator', false],
    [['distributor'], 'admin', false],
    [['platformOperator'], 'operator', true],
    [['platformOperator'], 'admin', false],
    [['platformAdmin'], 'operator', true],
    [['platformAdmin'], 'admin', true],
    [['platformOperator', 'distributor'], 'admin', false],
  ])('%j asking for %s: %s', (labels, role, passes) => {
    const attempt = () => assertPlatformRole(labels, role)
    if (passes) expect(attempt).not.toThrow()
    else
      expect(attempt).toThrow(
        expect.objectContaining({
          code: 'forbidden',
          options: expect.objectContaining({ extras: { requiredRole: `platform:${role}` } }),
        }),
      )
  })
})

describe('assertStoreRole', () => {
  test.each(
    storeRoles.flatMap((held) => storeRoles.map((required) => [held, required] as const)),
  )('a %s where a %s is required', (held, required) => {
    const attempt = () =>
      assertStoreRole(principal({ memberships: [membership('s1', held)] }), 's1', required)
    if (outranks(held, required))
      expect(attempt()).toMatchObject({ storeId: 's1', role: held, accountId: 'account' })
    else expect(attempt).toThrow(expect.objectContaining({ code: 'forbidden' }))
  })

  test('a role in another store does not count here', () => {
    const elsewhere = principal({ memberships: [membership('s2', 'manager')] })
    expect(() => assertStoreRole(elsewhere, 's1', 'cashier')).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })

  test.each(['SUSPENDED', 'CLOSED'] as const)('nobody can act for a merchant that is %s', (status) => {
    const member = principal({ memberships: [membership('s1', 'manager', status)] })
    expect(() => assertStoreRole(member, 's1', 'cashier')).toThrow(
      expect.objectContaining({ code: 'merchant_suspended' }),
    )
  })

  test('a platform label is not a store role', () => {
    const admin = principal({ labels: ['platformAdmin'] })
    expect(() => assertStoreRole(admin, 's1', 'cashier')).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })
})

test('without a storeId the only store is used, and store_required is returned when there are two', () => {
  const one = principal({ memberships: [membership('s1', 'cashier')] })
  expect(soleStore(one, 'cashier').storeId).toBe('s1')
  const two = principal({ memberships: [membership('s1', 'cashier'), membership('s2', 'manager')] })
  expect(() => soleStore(two, 'cashier')).toThrow(expect.objectContaining({ code: 'store_required' }))
  expect(() => soleStore(principal(), 'cashier')).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

test('a label opens platform routes only with a second factor', () => {
  const grant = Grant.issue('platform:operator', { requestId: 'r' })
  expect(() => settle(grant, principal({ labels: ['platformAdmin'], labelsAct: false }))).toThrow(
    expect.objectContaining({ code: 'mfa_required' }),
  )
  // A caller without any label learns nothing about second factors.
  expect(() => settle(grant, principal({ labelsAct: false }))).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  )
})
