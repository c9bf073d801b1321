/**
 * The values that differ from the store's, or `null`. Only these are sent: a body with a limit asks for a confirmation,
 * even when it changes nothing.
 */
export function changesOf<V extends object>(
  store: Readonly<Record<keyof V, unknown>>,
  values: V,
): Partial<V> | null {
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(store[field as keyof V]),
  )
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<V>)
}
