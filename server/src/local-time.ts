/** The time as printed on receipts: `22/11/26, 9:05:00`. @param timeZone IANA name, as stored for stores */
export const localTime = perZone('es-MX', { dateStyle: 'short', timeStyle: 'medium' })

/** The time in a letter: `22 nov 2026, 9:05 a.m.`. @param timeZone IANA name, as stored for stores */
export const localMoment = perZone('es-MX', { dateStyle: 'medium', timeStyle: 'short' })

/** The calendar date, `YYYY-MM-DD`. @param timeZone IANA name, as stored for stores */
export const localDay = perZone('en-CA', {})

/**
 * Caches one formatter per time zone. Each holds some 30 kB outside the heap, which the collector frees late:
 * created for every sale they took most of a busy server's memory.
 */
function perZone(locale: string, options: Intl.DateTimeFormatOptions) {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (at: Date, timeZone: string): string => {
    let format = kept.get(timeZone)
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
      kept.set(timeZone, format)
    }
    return format.format(at)
  }
}
