import { createHash, randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'

const stepSeconds = 30
const recoveryCodeCount = 10
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** A new secret as authenticator apps expect it: base32, 160 bits. */
export function newTotpSecret(): string {
  return generateSecret()
}

/** The URL in the QR code of an enrolment. */
export function otpauthUrl(secret: string, email: string): string {
  return generateURI({ issuer: 'Mostrador', label: email, secret })
}

/** The time step that this code belongs to, now or one step to either side; undefined if none. */
export function totpStep(secret: string, code: string, now: Date): bigint | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds })
  return result.valid ? BigInt(Math.floor(epoch / stepSeconds) + result.delta) : undefined
}

/** Ten codes of 80 bits; each works once in place of an app code: `abcd-efgh-2345-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(16)]
      .map((byte) => base32[byte % 32])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
}

/** The hash that a recovery code is stored under, independent of how it was typed. */
export function recoveryCodeHash(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest()
}

/** What a person types: spaces are ignored. */
export function tidyCode(code: string): string {
  return code.replace(/\s/g, '')
}
