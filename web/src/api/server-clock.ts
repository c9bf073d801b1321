/**
 * The server's time. Clocks of cheap tablets are hours wrong; what is compared with the server's
 * instants must not be. Learned from the Date header of every answer, right to about a second.
 */
let offsetMs = 0

export function learnServerTime(dateHeader: string | null): void {
  const at = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (!Number.isNaN(at)) offsetMs = at - Date.now()
}

/** Milliseconds since 1970 as the server counts them. */
export function serverNowMs(): number {
  return Date.now() + offsetMs
}
