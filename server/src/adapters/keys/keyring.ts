import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const version = 1
const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + ivBytes

/**
 * Seals secrets that the database keeps, with AES-256-GCM. What is sealed for one purpose opens for no
 * other: `context` (`totp:<account id>`) is authenticated with it.
 */
export interface Keyring {
  seal(plain: Uint8Array, context: string): Buffer
  /** @throws Error when the value was altered, sealed for another context, or with a key that is not here. */
  open(sealed: Uint8Array, context: string): Buffer
}

/**
 * @param keys 32 bytes each. The first one seals; the others open what was sealed before it came.
 */
export function createKeyring(keys: readonly [Buffer, ...Buffer[]]): Keyring {
  for (const key of keys) if (key.length !== 32) throw new RangeError('a key-encryption key has 32 bytes')
  const byId = new Map(keys.map((key) => [idOf(key).toString('hex'), key]))
  const [current] = keys

  const seal = (plain: Uint8Array, context: string): Buffer => {
    const iv = randomBytes(ivBytes)
    const head = Buffer.concat([Buffer.of(version), idOf(current), iv])
    const cipher = createCipheriv('aes-256-gcm', current, iv)
    cipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
    return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  const open = (sealed: Uint8Array, context: string): Buffer => {
    const value = Buffer.from(sealed)
    const head = value.subarray(0, headBytes)
    const key = byId.get(head.subarray(1, 1 + keyIdBytes).toString('hex'))
    if (value.length < headBytes + tagBytes || head[0] !== version || key === undefined)
      throw new Error('sealed with a key that is not on the keyring')
    const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(1 + keyIdBytes))
    decipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
    decipher.setAuthTag(value.subarray(-tagBytes))
    return Buffer.concat([decipher.update(value.subarray(headBytes, -tagBytes)), decipher.final()])
  }

  return { seal, open }
}

/** Tells keys apart without telling anything about them. */
function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('mostrador key id').update(key).digest().subarray(0, keyIdBytes)
}
