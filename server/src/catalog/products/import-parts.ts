/** Rows sent to the database per statement. */
export const rowsAtOnce = 2_000

export async function inParts<T, R>(
  rows: readonly T[],
  work: (some: readonly T[]) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    results.push(await work(rows.slice(from, from + rowsAtOnce)))
  return results
}
