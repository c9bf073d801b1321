/**
 * Whether a barcode is plausible: eight, twelve or thirteen digits are an EAN-8, a UPC-E, a UPC-A or an EAN-13, whose
 * last digit is a check digit (GS1 General Specifications, 7.9). Any other code is the shop's own and always
 * plausible.
 */
export function hasRightCheckDigit(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,13})$/.test(code)) return true
  return isChecked(code) || (/^[01]\d{7}$/.test(code) && isChecked(upcAOf(code)))
}

function isChecked(code: string): boolean {
  const digits = [...code].map(Number)
  const sum = digits.reduceRight(
    (total, digit, place) => total + digit * ((digits.length - 1 - place) % 2 === 0 ? 1 : 3),
    0,
  )
  return sum % 10 === 0
}

/**
 * The UPC-A that a UPC-E stands for: the same first digit and check digit, and zeros between them. The last of its six digits
 * says where.
 */
function upcAOf(upcE: string): string {
  const [first, body, kind, check] = [upcE.slice(0, 1), upcE.slice(1, 6), upcE.slice(6, 7), upcE.slice(7)]
  const divided = (place: number, middle: string) =>
    `${first}${body.slice(0, place)}${middle}${body.slice(place)}${check}`
  if (kind === '3' || kind === '4') return divided(Number(kind), '00000')
  return kind < '3' ? divided(2, `${kind}0000`) : divided(5, `0000${kind}`)
}
