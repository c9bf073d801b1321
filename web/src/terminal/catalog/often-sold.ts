/** Counts what this device sells, for its quick keys. */
const keyOf = (storeId: string) => `mostrador.oftenSold.${storeId}`
const mostKept = 200

function counts(storeId: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(storeId)) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

export function noteSold(storeId: string, variantIds: readonly string[]): void {
  const known = counts(storeId)
  for (const id of variantIds) known[id] = (known[id] ?? 0) + 1
  const kept = Object.entries(known)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostKept)
  try {
    localStorage.setItem(keyOf(storeId), JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Quick keys are a convenience: losing the counts is harmless.
  }
}

/** The variants sold most on this device, most frequent first. */
export function oftenSold(storeId: string, limit = 12): string[] {
  return Object.entries(counts(storeId))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([id]) => id)
}
