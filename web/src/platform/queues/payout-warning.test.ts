import { expect, test } from 'vitest'
import { payoutWarning } from './payout-warning.ts'

const bankAccount = {
  id: 'a',
  holder: 'Rosa Luna',
  bankCode: '646',
  clabeLastFour: '0123',
  status: 'VERIFIED',
}
const payout = {
  status: 'PROCESSING',
  merchant: { status: 'ACTIVE', isVerified: true },
  bankAccount,
} as const

test('a payout that cannot be approved or sent now says why, until it has ended', () => {
  const suspended = { status: 'SUSPENDED', isVerified: false } as const
  expect(payoutWarning(payout)).toBeNull()
  expect(payoutWarning({ ...payout, merchant: suspended })).toBe('suspended')
  expect(payoutWarning({ ...payout, merchant: { status: 'ACTIVE', isVerified: false } })).toBe('unverified')
  for (const [status, warning] of [
    ['PENDING', 'accountPending'],
    ['REJECTED', 'accountRejected'],
    ['EXPIRED', 'accountExpired'],
  ] as const)
    expect(payoutWarning({ ...payout, bankAccount: { ...bankAccount, status } })).toBe(warning)
  expect(payoutWarning({ ...payout, status: 'PAID', merchant: suspended })).toBeNull()
})
