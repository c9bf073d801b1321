/** The zone that times on the screen are shown in; undefined: the device's. */
let shown: string | undefined

export const screenZone = (): string | undefined => shown

/**
 * Shows times, and counts days, in this zone from now on; without one in the device's. The frame of a screen calls it
 * while it is drawn, because it is drawn before its parts.
 */
export function showTimesIn(timeZone: string | undefined): void {
  if (timeZone !== shown) shown = isKnown(timeZone) ? timeZone : undefined
}

/** A browser does not know zones that are younger than itself. */
function isKnown(timeZone: string | undefined): boolean {
  try {
    return new Intl.DateTimeFormat('es-MX', { timeZone }) !== undefined
  } catch {
    return false
  }
}
