import { createHash, randomBytes } from 'node:crypto'

/** 256 bits, 43 characters of base64url. The database stores its hash; the token is shown once. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: tokenHashOf(token) }
}

export function tokenHashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
