import fc from 'fast-check'

/** The subset of JSON Schema that the routes use. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

/** Values known by name: ids of existing rows. */
export type Known = Readonly<Record<string, unknown>>

/** Values of a schema, all of them valid; for known names mostly known values. */
export function valuesOf(schema: JsonSchema, known: Known = {}): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((each) => valuesOf(each, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, known)))
}

function ofType(type: string, schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integers(schema)
    case 'number':
      return integers(schema).map((whole) => whole * (schema.multipleOf ?? 1))
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 2),
      })
    case 'string':
      return strings(schema)
    default:
      return objects(schema, known)
  }
}

function integers({ minimum = 0, maximum = 1_000_000, multipleOf }: JsonSchema): fc.Arbitrary<number> {
  const top = multipleOf === undefined ? maximum : Math.floor(maximum / multipleOf)
  const bottom = Math.min(Math.max(Math.ceil(minimum), -1_000_000), top)
  return fc.integer({ min: bottom, max: Math.max(bottom, Math.min(top, bottom + 100_000)) })
}

function strings({ format, pattern, minLength = 0, maxLength = 400 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.constant('persona@example.test')
  if (format === 'date') return fc.constant('2026-01-02')
  if (format === 'date-time') return fc.constant('2026-01-02T03:04:05Z')
  if (format === 'uri') return fc.constant('https://example.test/aviso')
  // Most patterns only exclude control characters and blank ends; a word passes those.
  const word = 'abcdefgh'.repeat(40).slice(0, Math.min(Math.max(minLength, 6), maxLength))
  if (pattern === undefined || new RegExp(pattern, 'u').test(word)) return fc.constant(word)
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength
  return matching(pattern).filter(fits)
}

/** Reading a pattern costs more than all strings that are made of it. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = ofPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'))
  ofPattern.set(pattern, known)
  return known
}

const ofPattern = new Map<string, fc.Arbitrary<string>>()

function objects(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {}
  const entries = Object.entries(properties).map(([name, each]) => {
    const values = valuesOf(each, known)
    const isKnown = name in known && known[name] !== undefined
    return [
      name,
      isKnown
        ? fc.oneof({ weight: 9, arbitrary: fc.constant(known[name]) }, { weight: 1, arbitrary: values })
        : values,
    ]
  })
  const required = [...(schema.required ?? [])]
  const least = schema.minProperties ?? 0
  if (required.length < least) required.push(...Object.keys(properties).slice(0, least))
  return fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  })
}

/** A schema's sample is the same every time, and routes are asked by every kind of caller. */
const leaves = new WeakMap<JsonSchema, unknown>()

function leafOf(schema: JsonSchema): unknown {
  if (!leaves.has(schema)) leaves.set(schema, fc.sample(valuesOf(schema), { numRuns: 1, seed: 1 })[0])
  return leaves.get(schema)
}

/** A minimal valid value: required fields and, if there are such, wanted ones; with existing ids. */
export function sampleOf(schema: JsonSchema, known: Known = {}, wanted: readonly string[] = []): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return sampleOf(choice, known, wanted)
  const type = [schema.type ?? 'object'].flat()[0]
  if (schema.enum !== undefined || schema.const !== undefined || type !== 'object')
    return type === 'array'
      ? Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, known))
      : leafOf(schema)
  const least = schema.minProperties ?? 0
  const names = [...(schema.required ?? [])]
  if (names.length < least) names.push(...Object.keys(schema.properties ?? {}).slice(0, least))
  names.push(...wanted.filter((name) => name in (schema.properties ?? {}) && !names.includes(name)))
  return Object.fromEntries(
    names.map((name) => [name, known[name] ?? sampleOf(schema.properties?.[name] ?? {}, known)]),
  )
}
