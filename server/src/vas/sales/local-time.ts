/** How receipts tell the time: `22/11/26, 9:05:00`. @param timeZone IANA name, as stores keep it */
export const localTime = perZone('es-MX', { dateStyle: 'short', timeStyle: 'medium' })

/** The calendar day, `YYYY-MM-DD`. @param timeZone IANA name, as stores keep it */
export const localDay = perZone('en-CA', {})

/**
 * Keeps the formatter of each time zone. One alone holds some 30 kB outside the heap that the collector does not
 * hurry to free: made anew for every sale they were most of a busy server's memory.
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
