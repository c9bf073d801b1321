import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * `mostrador_sk_`, twelve characters that identify the key, `_`, a secret of 43 characters (256 bits), and
 * six characters of checksum over all of it. Secret scanners recognize the format, and a typing error is
 * detected without a query.
 */
const form = /^(mostrador_sk_[0-9A-Za-z]{12})_[0-9A-Za-z]{43}([0-9A-Za-z]{6})$/

export interface NewApiKeyToken {
  readonly token: string
  /** The public part: identifies keys in lists and logs. */
  readonly prefix: string
  readonly tokenHash: Buffer
}

export function newApiKeyToken(): NewApiKeyToken {
  const prefix = `mostrador_sk_${random(12)}`
  const unchecked = `${prefix}_${random(43)}`
  const token = unchecked + checksumOf(unchecked)
  return { token, prefix, tokenHash: createHash('sha256').update(token).digest() }
}

/** Whether a text has the format and the checksum of an API key. */
export function isApiKey(text: string): boolean {
  const [, , checksum] = form.exec(text) ?? []
  return checksum !== undefined && checksumOf(text.slice(0, -6)) === checksum
}

const random = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** CRC-32 in base 62, six digits. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
