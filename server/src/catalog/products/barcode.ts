/**
 * Whether a barcode is plausible: eight, twelve or thirteen digits are an EAN-8, a UPC-A or an EAN-13, whose
 * last digit is a check digit (GS1 General Specifications, 7.9). Any other code is the shop's own and always
 * plausible.
 */
export function hasRightCheckDigit(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,13})$/.test(code)) return true
  const digits = [...code].map(Number)
  const sum = digits.reduceRight(
    (total, digit, place) => total + digit * ((digits.length - 1 - place) % 2 === 0 ? 1 : 3),
    0,
  )
  return sum % 10 === 0
}
