/** Digits of a Mexican phone number, without the country code. */
const phoneDigits = 10

/**
 * The national digits of a typed or pasted number, without separators, +52, the old mobile 1, and the 044 and
 * 045 that people still dial.
 */
export function nationalDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  const prefixed = /^(?:521|52|044|045)(\d{10})$/.exec(digits)
  return (prefixed?.[1] ?? digits).slice(0, phoneDigits)
}

/** Grouped as it is read aloud: 55 1234 5678. Partial numbers are grouped as far as they go. */
export function groupPhone(digits: string): string {
  return [digits.slice(0, 2), digits.slice(2, 6), digits.slice(6)].filter((group) => group !== '').join(' ')
}

export function isWholePhone(digits: string): boolean {
  return /^[1-9]\d{9}$/.test(digits)
}
