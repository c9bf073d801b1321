/** The folio in a ticket's code as a scanner sends it, or `null` when the code is not a ticket's. */
export const ticketFolio = (code: string): string | null =>
  /^[a-z][-'/]\d{6,9}$/i.test(code) ? ticketWords(code) : null

/**
 * What tickets are searched by: a folio in its whole form, or the words of a customer. "12", "a12" and "A-000012" are
 * the same folio. So is "A'000012", which a scanner sends when it is set to another keyboard layout. Longer numbers
 * without a letter are phones.
 */
export function ticketWords(typed: string): string {
  const words = typed.trim()
  const [, series = 'A', number = ''] =
    /^([a-z])[-'/]?(\d{1,9})$/i.exec(words) ?? /^()(\d{1,6})$/.exec(words) ?? []
  return number === '' ? words : `${series.toUpperCase() || 'A'}-${number.padStart(6, '0')}`
}
