import { banks, formerBanks } from './banks.ts'

/** An account as Mexican banks write it: bank (3 digits), place (3), account (11), check digit. */
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

/** What eighteen digits say, or what is wrong with them. */
export function readClabe(digits: string): Clabe | { readonly fault: string } {
  if (!/^\d{18}$/.test(digits)) return { fault: 'must have 18 digits' }
  if (checkDigit(digits) !== Number(digits[17]))
    return { fault: 'has a digit that is wrong: the last one does not fit the others' }
  const bankCode = digits.slice(0, 3)
  if (!Object.hasOwn(banks, bankCode))
    return { fault: `names no bank: there is none with the code ${bankCode}` }
  return { digits, bankCode, lastFour: digits.slice(-4) }
}

/** As people know the bank; its code where the list has lost it since. */
export function bankName(code: string): string {
  return banks[code] ?? formerBanks[code] ?? code
}
