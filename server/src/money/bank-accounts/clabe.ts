import { banks, formerBanks } from './banks.ts'

/** An account number of Mexican banks: bank (3 digits), city (3), account (11), check digit. */
export interface Clabe {
  readonly digits: string
  readonly bankCode: string
  readonly lastFour: string
}

const weights = [3, 7, 1]

/** The eighteenth digit, computed from the seventeen before it. */
function checkDigit(digits: string): number {
  const sum = [...digits.slice(0, 17)].reduce(
    (total, digit, at) => total + ((Number(digit) * (weights[at % 3] as number)) % 10),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** The parts of a CLABE, or its fault. */
export function readClabe(digits: string): Clabe | { readonly fault: string } {
  if (!/^\d{18}$/.test(digits)) return { fault: 'must have 18 digits' }
  if (checkDigit(digits) !== Number(digits[17]))
    return { fault: 'has a wrong check digit: one of its digits is mistyped' }
  const bankCode = digits.slice(0, 3)
  if (!Object.hasOwn(banks, bankCode))
    return { fault: `is not a known bank: no bank has the code ${bankCode}` }
  return { digits, bankCode, lastFour: digits.slice(-4) }
}

/** What is wrong with a CLABE; undefined when nothing is. */
export function clabeFault(digits: string): string | undefined {
  const read = readClabe(digits)
  return 'fault' in read ? read.fault : undefined
}

/** The bank's common name; its code if it is no longer in the list. */
export function bankName(code: string): string {
  return banks[code] ?? formerBanks[code] ?? code
}
