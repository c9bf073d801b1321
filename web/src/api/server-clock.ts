/**
 * The server's time. Clocks of cheap tablets are hours off, and a comparison with the server's timestamps
 * must not be. Learned from the Date header of every answer, accurate to about a second.
 */
let offsetMs = 0

export function learnServerTime(dateHeader: string | null): void {
  const at = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (!Number.isNaN(at)) offsetMs = at - Date.now()
}

/** The server's current time, in milliseconds since 1970. */
export function serverNowMs(): number {
  return Date.now() + offsetMs
}
