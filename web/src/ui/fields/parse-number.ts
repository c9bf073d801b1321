/**
 * The number in a number field; `null` while it holds none: nothing, or a sign or point alone. The component library gives
 * a text in place of the number for as long as that would be written differently: `2.50`, `0.500`, `05`, `5.`.
 */
export function parseNumber(typed: number | string): number | null {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isNaN(number) ? null : number
}
