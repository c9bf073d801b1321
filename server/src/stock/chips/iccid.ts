/** The fault of an ICCID; undefined when there is none. */
export type IccidFault = 'iccid_format' | 'iccid_check_digit'

/**
 * An ICCID without what people and programs add to it: spaces, the apostrophe that makes a spreadsheet cell
 * text, and the F that fills the last half-byte of a nineteen-digit number.
 */
export function tidyIccid(typed: string): string {
  const digits = typed.replaceAll(/\s/gu, '').replace(/^['’]/u, '')
  return /^\d{19}f$/i.test(digits) ? digits.slice(0, 19) : digits
}

/** 19 or 20 digits: 89 stands for telecommunications, and the last digit is a check digit (E.118). */
export function iccidFault(iccid: string): IccidFault | undefined {
  if (!/^89\d{17,18}$/.test(iccid)) return 'iccid_format'
  return luhnSum(iccid) % 10 === 0 ? undefined : 'iccid_check_digit'
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
