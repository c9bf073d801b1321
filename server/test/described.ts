/** An OpenAPI description, or a part of it. */
type Described = Readonly<Record<string, unknown>>

/** A nullable type has two types. */
const orNull = (shape: Described): Described => ({
  ...shape,
  type: [shape['type'], 'null'],
  ...(Array.isArray(shape['enum']) && { enum: [...shape['enum'], null] }),
})

/** The description with every reference replaced by its target. Ours have no cycles. */
export function dereferenced<T extends object>(description: T): T {
  const inPlace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inPlace)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...beside } = value as Described
    const found = typeof $ref === 'string' ? (inPlace(at($ref)) as Described) : {}
    const [shape, nothing] = (beside['anyOf'] ?? []) as Described[]
    if (shape?.['$ref'] !== undefined && nothing?.['type'] === 'null')
      return orNull(inPlace(shape) as Described)
    return {
      ...found,
      ...Object.fromEntries(Object.entries(beside).map(([key, each]) => [key, inPlace(each)])),
    }
  }
  const at = (reference: string): unknown =>
    reference
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((part, key) => (part as Described)[key], description)
  return inPlace(description) as T
}
