import fc from 'fast-check'
import { isGtin } from './gtin.ts'

// For tests: codes that scanners read.

export const ean13 = fc.stringMatching(/^\d{12}$/).map((body) => {
  const digit = [...'0123456789'].find((each) => isGtin(body + each)) ?? '0'
  return body + digit
})

/** Of goods, of a shop's own, of a package, or of a ticket. */
export const code = fc.oneof(
  ean13,
  fc.stringMatching(/^\d{8}$/),
  fc.stringMatching(/^\d{12}$/),
  fc.stringMatching(/^\d{20,30}$/),
  fc.stringMatching(/^[A-Z]{2,3}-\d{6}$/),
  fc.stringMatching(/^[A-Z]{1,12}\/A-\d{6}$/),
)
