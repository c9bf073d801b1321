import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { newRecoveryCodes, newTotpSecret, otpauthUrl, recoveryCodeHash, totpStep } from './totp.ts'

const now = new Date('2026-11-21T12:00:07Z')
const seconds = now.getTime() / 1000
const step = BigInt(Math.floor(seconds / 30))

test('codes match the vector of RFC 6238', () => {
  // Appendix B, SHA-1: the last six digits of 94287082 at 59 seconds.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(totpStep(secret, '287082', new Date(59_000))).toBe(1n)
})

test('a code is accepted now and one step to either side, each as its own step', () => {
  const secret = newTotpSecret()
  const at = (offset: number) => generateSync({ secret, epoch: seconds + offset })
  expect(totpStep(secret, at(0), now)).toBe(step)
  expect(totpStep(secret, at(-30), now)).toBe(step - 1n)
  expect(totpStep(secret, at(30), now)).toBe(step + 1n)
  expect(totpStep(secret, at(-90), now)).toBeUndefined()
  expect(totpStep(secret, at(90), now)).toBeUndefined()
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is not a code', (code) => {
  expect(totpStep(newTotpSecret(), code, now)).toBeUndefined()
})

test('the QR code names the issuer and the account', () => {
  const url = new URL(otpauthUrl('GEZDGNBVGY3TQOJQ', 'ana@example.test'))
  expect(url.protocol).toBe('otpauth:')
  expect(url.searchParams.get('issuer')).toBe('Mostrador')
  expect(url.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQ')
  expect(decodeURIComponent(url.pathname)).toContain('ana@example.test')
})

test('there are ten different recovery codes, accepted in any spelling', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  const [code = ''] = codes
  expect(recoveryCodeHash(code.toUpperCase().replaceAll('-', ' '))).toEqual(recoveryCodeHash(code))
})
