/**
 * Sends the fields in which a form differs from how it was opened, if any does. The others may have another value by now,
 * from somebody else, a delivery or an import, which the form must not put back. A body with a limit also asks for a
 * confirmation, even when it changes nothing.
 */
export async function sendChanges<V extends object>(
  opened: V,
  values: V,
  send: (changed: Partial<V>) => Promise<unknown>,
): Promise<void> {
  const before = opened as Readonly<Record<string, unknown>>
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  )
  if (changed.length > 0) await send(Object.fromEntries(changed) as Partial<V>)
}
