import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const version = 1
const keyBytes = 32
const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + ivBytes

/**
 * Seals secrets stored in the database, with AES-256-GCM. A value sealed for one purpose opens for no other:
 * `context` (`totp:<account id>`) is authenticated with it.
 */
export interface Keyring {
  /** Identifies the sealing key; the second to fifth byte of every sealed value. */
  readonly keyId: Buffer
  seal(plain: Uint8Array, context: string): Buffer
  /** @throws Error when the value was altered, sealed for another context, or with an unknown key */
  open(sealed: Uint8Array, context: string): Buffer
  /** Seals under a data key of its own, so that rotating the key-encryption key only seals 32 bytes again. */
  sealEnvelope(plain: Uint8Array, context: string): Envelope
  /** @throws Error as `open` does. */
  openEnvelope(envelope: Envelope, context: string): Buffer
  /** The same secret under the first key; undefined when it already is. @throws Error as `open` does. */
  reseal(sealed: Uint8Array, context: string): Buffer | undefined
}

/** A secret under a data key, and that key under a key-encryption key; both with the same context. */
export interface Envelope {
  readonly sealed: Buffer
  readonly sealedKey: Buffer
}

/**
 * @param keys 32 bytes each. The first one seals; the others open values sealed before it was introduced, or
 * by processes that use it already.
 */
export function createKeyring(keys: readonly [Buffer, ...Buffer[]]): Keyring {
  for (const key of keys)
    if (key.length !== keyBytes) throw new RangeError('a key-encryption key has 32 bytes')
  const byId = new Map(keys.map((key) => [idOf(key).toString('hex'), key]))
  const [current] = keys
  const currentId = idOf(current)

  const open = (sealed: Uint8Array, context: string): Buffer => {
    const key = byId.get(keyIdOf(sealed).toString('hex'))
    if (key === undefined) throw new Error('sealed with a key that is not on the keyring')
    return decrypt(key, sealed, context)
  }

  return {
    keyId: currentId,
    seal: (plain, context) => encrypt(current, plain, context),
    open,
    sealEnvelope(plain, context) {
      const dataKey = randomBytes(keyBytes)
      return {
        sealed: encrypt(dataKey, plain, context),
        sealedKey: encrypt(current, dataKey, keyContext(context)),
      }
    },
    openEnvelope: ({ sealed, sealedKey }, context) =>
      decrypt(open(sealedKey, keyContext(context)), sealed, context),
    reseal: (sealed, context) =>
      keyIdOf(sealed).equals(currentId) ? undefined : encrypt(current, open(sealed, context), context),
  }
}

/** The context under which an envelope's data key is sealed. */
export function keyContext(context: string): string {
  return `key of ${context}`
}

/** Identifies a key without revealing it. */
function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('mostrador key id').update(key).digest().subarray(0, keyIdBytes)
}

/** The key that a value was sealed with. */
function keyIdOf(sealed: Uint8Array): Buffer {
  return Buffer.from(sealed.subarray(1, 1 + keyIdBytes))
}

function encrypt(key: Buffer, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const head = Buffer.concat([Buffer.of(version), idOf(key), iv])
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
  return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Uint8Array, context: string): Buffer {
  const value = Buffer.from(sealed)
  const head = value.subarray(0, headBytes)
  if (value.length < headBytes + tagBytes || head[0] !== version)
    throw new Error('sealed with a key that is not on the keyring')
  const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(1 + keyIdBytes))
  decipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
  decipher.setAuthTag(value.subarray(-tagBytes))
  return Buffer.concat([decipher.update(value.subarray(headBytes, -tagBytes)), decipher.final()])
}
