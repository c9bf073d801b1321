/** Keys that a scanner types: faster than anybody's fingers, and ended by Enter. */
const fastestFingersMs = 45
const shortestCode = 4

/**
 * Tells a scanner's typing from a person's. Each key goes in with its time; at Enter the answer is the code
 * that was read, or `null` when the keys before it came at a person's pace.
 */
export function scannedKeys() {
  let read = ''
  let lastAtMs = Number.NEGATIVE_INFINITY
  return (key: string, atMs: number): string | null => {
    const isFast = atMs - lastAtMs <= fastestFingersMs
    lastAtMs = atMs
    if (key === 'Enter') {
      const code = isFast && read.length >= shortestCode ? read : null
      read = ''
      return code
    }
    if (key.length !== 1) return null
    read = isFast ? read + key : key
    return null
  }
}
