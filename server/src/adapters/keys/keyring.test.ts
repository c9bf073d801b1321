import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyring, keyContext } from './keyring.ts'

const key = randomBytes(32)
const plain = Buffer.from('a secret of twenty b')

test('a sealed value opens again, and sealing twice gives different values', () => {
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

test('every altered byte is detected', () => {
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

describe('an envelope', () => {
  test('opens only for its own context, and has its own data key', () => {
    const keyring = createKeyring([key])
    const [one, other] = [keyring.sealEnvelope(plain, 'pin:1'), keyring.sealEnvelope(plain, 'pin:1')]
    expect(keyring.openEnvelope(one, 'pin:1')).toEqual(plain)
    expect(() => keyring.openEnvelope(one, 'pin:2')).toThrow()
    expect(() => keyring.openEnvelope({ ...one, sealedKey: other.sealedKey }, 'pin:1')).toThrow()
    expect(() => keyring.open(one.sealed, 'pin:1')).toThrow('not on the keyring')
    expect(Buffer.concat([one.sealed, one.sealedKey]).includes(plain)).toBe(false)
  })

  test('is rotated by sealing only its data key again', () => {
    const next = randomBytes(32)
    const { sealed, sealedKey } = createKeyring([key]).sealEnvelope(plain, 'pin:1')
    const rewrapped = createKeyring([next, key]).reseal(sealedKey, keyContext('pin:1')) as Buffer
    expect(createKeyring([next]).openEnvelope({ sealed, sealedKey: rewrapped }, 'pin:1')).toEqual(plain)
  })
})

test('a value under the first key is not sealed again', () => {
  const keyring = createKeyring([key])
  expect(keyring.reseal(keyring.seal(plain, 'totp:1'), 'totp:1')).toBeUndefined()
  expect(() => createKeyring([randomBytes(32)]).reseal(keyring.seal(plain, 'a'), 'a')).toThrow()
})

test('a key of another length is refused', () => {
  expect(() => createKeyring([randomBytes(16)])).toThrow('32 bytes')
})
