const weights = [3, 7, 1]

/**
 * Whether the check digit of an 18-digit CLABE is right: the first 17 digits are weighted 3, 7, 1, and each
 * product is taken modulo 10. Catches typing errors before the request.
 */
export function fitsClabe(digits: string): boolean {
  if (!/^\d{18}$/.test(digits)) return false
  const sum = [...digits.slice(0, 17)].reduce(
    (total, digit, place) => total + ((Number(digit) * (weights[place % 3] ?? 0)) % 10),
    0,
  )
  return Number(digits[17]) === (10 - (sum % 10)) % 10
}
