import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import type { SealSigner } from '../../audit/log/sealing.ts'

/** RFC 8410: the prefix of the 32 bytes of an Ed25519 key, private in PKCS #8 and public in SPKI. */
const privateHead = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicHead = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Signs the seals of the audit log with a key derived from the first key-encryption key; later keys are only
 * verified.
 *
 * @param keys 32 bytes each
 */
export function createSealSigner(keys: readonly [Buffer, ...Buffer[]]): SealSigner {
  const [current] = keys
  const privateKey = privateKeyFrom(current)
  const publicKey = publicKeyOf(privateKey)
  const known = new Set(keys.map((key) => publicKeyOf(privateKeyFrom(key))))
  return {
    publicKey,
    sign: (text) => sign(null, text, privateKey),
    knows: (key) => known.has(key),
    verifies: (text, signature, key) =>
      key.length === 64 && verify(null, text, keyFrom(Buffer.from(key, 'hex')), signature),
  }
}

function privateKeyFrom(key: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'mostrador audit seals', 32))
  return createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(publicHead.length)
    .toString('hex')
}

function keyFrom(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicHead, bytes]), format: 'der', type: 'spki' })
}
