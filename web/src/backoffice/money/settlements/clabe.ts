const weights = [3, 7, 1]

/**
 * Whether the last of the eighteen digits fits the others, by the rule of Mexico's banks: each of the first
 * seventeen weighed 3, 7, 1, the tens of every product left out. Catches what was mistyped before it is sent.
 */
export function fitsClabe(digits: string): boolean {
  if (!/^\d{18}$/.test(digits)) return false
  const sum = [...digits.slice(0, 17)].reduce(
    (total, digit, place) => total + ((Number(digit) * (weights[place % 3] ?? 0)) % 10),
    0,
  )
  return Number(digits[17]) === (10 - (sum % 10)) % 10
}
