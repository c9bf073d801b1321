let accounts = 0
const weights = [3, 7, 1]

/** A CLABE that is new in this process. */
export function newClabe(bankCode = '646'): string {
  const digits = `${bankCode}180${String(++accounts).padStart(11, '0')}`
  const products = [...digits].map((digit, at) => Number(digit) * (weights[at % 3] ?? 0))
  const sum = products.reduce((total, product) => total + (product % 10), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
