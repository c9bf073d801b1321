/**
 * A new UUID version 7, as the server makes them: a timestamp first, then random bits. For keys and ids that a client
 * chooses. `crypto.randomUUID` does not exist in pages of plain `http://`, and a shop's own server can have such an address.
 */
export function uuidV7(nowMs = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0')
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const random = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = (8 + ((bytes[9] ?? 0) & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`
}
