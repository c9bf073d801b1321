import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { FieldFault } from '../../problem/problem.ts'
import type { SecretFace } from './schema.ts'

/**
 * Why a secret cannot be one, if it cannot. What a screen shows in a secret's place must not be stored as the
 * secret when a form sends it back.
 */
export function secretFault(path: string, secret: string | undefined): FieldFault | undefined {
  if (secret === undefined) return undefined
  if (/[*•●∙·…]|\.{3}|x{6}/i.test(secret) || /^(.)\1*.{0,4}$/s.test(secret)) {
    return { path, message: 'looks masked: send the whole secret, or leave it out to keep the present one' }
  }
  return /^[\x21-\x7e]+$/.test(secret)
    ? undefined
    : { path, message: 'must be printable ASCII without spaces' }
}

/** What is shown of a secret for ever after. */
export async function faceOf(secret: string): Promise<SecretFace> {
  return { lastFour: secret.slice(-4), fingerprint: await fingerprint(secret) }
}

const derive = promisify<string, string, number, Buffer>(scrypt)

/** Slow on purpose: whoever reads it should not be able to try secrets out. */
async function fingerprint(secret: string): Promise<string> {
  return (await derive(secret, 'mostrador psp credentials', 8)).toString('hex')
}
