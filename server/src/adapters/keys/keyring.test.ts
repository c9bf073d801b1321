import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyring } from './keyring.ts'

const key = randomBytes(32)
const plain = Buffer.from('a secret of twenty b')

test('what was sealed opens again, and twice sealed is not twice the same', () => {
  const keyring = createKeyring([key])
  const sealed = keyring.seal(plain, 'totp:1')
  expect(keyring.open(sealed, 'totp:1')).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(keyring.seal(plain, 'totp:1')).not.toEqual(sealed)
})

test('a value sealed for one context does not open for another', () => {
  const keyring = createKeyring([key])
  expect(() => keyring.open(keyring.seal(plain, 'totp:1'), 'totp:2')).toThrow()
})

test('every altered byte is found', () => {
  const keyring = createKeyring([key])
  const sealed = keyring.seal(plain, 'totp:1')
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] as number) ^ 1
    expect(() => keyring.open(altered, 'totp:1'), `byte ${at}`).toThrow()
  }
})

test('a new key seals, and the old one still opens until it leaves the keyring', () => {
  const next = randomBytes(32)
  const old = createKeyring([key]).seal(plain, 'totp:1')
  expect(createKeyring([next, key]).open(old, 'totp:1')).toEqual(plain)
  expect(() => createKeyring([next]).open(old, 'totp:1')).toThrow('not on the keyring')
})

test('a key of another length is refused', () => {
  expect(() => createKeyring([randomBytes(16)])).toThrow('32 bytes')
})
