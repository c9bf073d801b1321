import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { FieldFault } from '../../problem/problem.ts'
import type { SecretFace } from './schema.ts'

/**
 * The fault of a secret, if any. A masked value shown on a screen must not be stored as the secret when a
 * form sends it back.
 */
export function secretFault(path: string, secret: string | undefined): FieldFault | undefined {
  if (secret === undefined) return undefined
  if (/[*•●∙·…]|\.{3}|x{6}/i.test(secret) || /^(.)\1*.{0,4}$/s.test(secret)) {
    return { path, message: 'looks masked: send the whole secret, or omit it to keep the current one' }
  }
  return /^[\x21-\x7e]+$/.test(secret)
    ? undefined
    : { path, message: 'must be printable ASCII without spaces' }
}

/** The part of a secret that remains visible. */
export async function faceOf(secret: string): Promise<SecretFace> {
  return { lastFour: secret.slice(-4), fingerprint: await fingerprint(secret) }
}

const derive = promisify<string, string, number, Buffer>(scrypt)

/** Slow on purpose, so that a reader of the fingerprint cannot try out secrets. */
async function fingerprint(secret: string): Promise<string> {
  return (await derive(secret, 'mostrador psp credentials', 8)).toString('hex')
}
