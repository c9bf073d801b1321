import type { Item } from '../../collections/collection.ts'
import { Problem } from '../../problem/problem.ts'

/**
 * Three letters for a company or four for a person, a date, and three characters of which the last is a check
 * digit.
 */
export const rfcPattern = '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{2}[0-9A]$'

/** Generic RFCs: the general public, and foreigners. They have no check digit. */
const generic: ReadonlySet<string> = new Set(['XAXX010101000', 'XEXX010101000'])

/** The values of characters in the check digit, by position (Anexo 1 of the SAT's rules on the RFC). */
const signs = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** The fault of a well-formed RFC, if any. */
export function rfcFault(rfc: string): 'date' | 'check digit' | undefined {
  if (generic.has(rfc)) return undefined
  if (!isDate(rfc.slice(-9, -3))) return 'date'
  return rfc.at(-1) === checkDigit(rfc.slice(0, -1)) ? undefined : 'check digit'
}

/** The rule for records with an RFC. @throws Problem `invalid_request` */
export async function assertRfc(_tx: unknown, { rfc }: Item): Promise<void> {
  const fault = typeof rfc === 'string' ? rfcFault(rfc) : undefined
  if (fault === undefined) return
  const message =
    fault === 'date'
      ? 'contains a date that does not exist'
      : 'has a wrong check digit: one of its characters is mistyped'
  throw new Problem('invalid_request', { errors: [{ path: '/rfc', message }] })
}

/** `yymmdd`, of this century or the last: 1900 was not a leap year, but 00 may be 2000. */
function isDate(digits: string): boolean {
  const [year, month, day] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2))) as [
    number,
    number,
    number,
  ]
  const date = new Date(Date.UTC(2000 + year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function checkDigit(body: string): string {
  const padded = body.padStart(12, ' ')
  const sum = [...padded].reduce((total, sign, place) => total + signs.indexOf(sign) * (13 - place), 0)
  const rest = 11 - (sum % 11)
  if (rest === 11) return '0'
  return rest === 10 ? 'A' : String(rest)
}
