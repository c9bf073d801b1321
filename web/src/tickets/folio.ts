/** What a ticket's QR code says: the store's code and the folio, which every store counts for itself. */
export const ticketCode = (storeCode: string | undefined, folio: string): string =>
  storeCode === undefined ? folio : `${storeCode}/${folio}`

/**
 * The folio in a ticket's code as a scanner sends it, which may be set to another keyboard layout. Older tickets have the folio
 * alone.
 *
 * @param storeCode of the store where it is scanned
 * @returns `null` when the code is not a ticket's; the code of the store when it is of another one
 */
export function ticketFolio(
  code: string,
  storeCode: string | undefined,
): { folio: string } | { otherStore: string } | null {
  const [, of, folio] = /^(?:([-'/a-z0-9]{1,12})[-'/&])?([a-z][-'/]\d{6,9})$/i.exec(code) ?? []
  if (folio === undefined) return null
  const otherStore = of?.toUpperCase().replaceAll(/['/]/g, '-')
  return otherStore === undefined || otherStore === storeCode ? { folio: wholeFolio(folio) } : { otherStore }
}

/**
 * What tickets are searched by: a folio in its whole form, or the words of a customer. "12", "a12" and "A-000012" are
 * the same folio. So is "A'000012", which a scanner sends when it is set to another keyboard layout, and a ticket's whole code of
 * this store. Longer numbers without a letter are phones.
 */
export function ticketWords(typed: string, storeCode: string | undefined): string {
  const words = typed.trim()
  const ticket = ticketFolio(words, storeCode)
  return ticket !== null && 'folio' in ticket ? ticket.folio : wholeFolio(words)
}

function wholeFolio(words: string): string {
  const [, series = 'A', number = ''] =
    /^([a-z])[-'/]?(\d{1,9})$/i.exec(words) ?? /^()(\d{1,6})$/.exec(words) ?? []
  return number === '' ? words : `${series.toUpperCase() || 'A'}-${number.padStart(6, '0')}`
}
