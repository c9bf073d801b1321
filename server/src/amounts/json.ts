/**
 * JSON in which amounts and counters are numbers: they are bounded far below where JSON numbers lose digits.
 */
export function json(value: unknown): string {
  return JSON.stringify(value, asNumber)
}

/** The same with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (name, given: unknown) => {
    const field = asNumber(name, given)
    if (field === null || typeof field !== 'object' || Array.isArray(field)) return field
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

const asNumber = (_name: string, field: unknown): unknown =>
  typeof field === 'bigint' ? Number(field) : field
