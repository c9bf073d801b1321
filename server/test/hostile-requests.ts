import fc from 'fast-check'
import { type JsonSchema, type Known, sampleOf, valuesOf } from './sample-values.ts'

/** One operation of openapi.json. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly access: string
  readonly parameters: readonly {
    readonly in: string
    readonly name: string
    readonly required?: boolean
    readonly schema: JsonSchema
  }[]
  readonly body: JsonSchema | undefined
  readonly isIdempotent: boolean
}

export interface WildRequest {
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export function operationsOf(openapi: { paths: Record<string, Record<string, never>> }): Operation[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => {
      const {
        parameters,
        requestBody,
        'x-access': access,
      } = each as {
        'x-access': string
        parameters?: Operation['parameters']
        requestBody?: { content: Record<string, { schema: JsonSchema }> }
      }
      return {
        method: method.toUpperCase(),
        path,
        access,
        parameters: parameters ?? [],
        body: requestBody?.content['application/json']?.schema,
        isIdempotent: (parameters ?? []).some(({ name }) => name.toLowerCase() === 'idempotency-key'),
      }
    }),
  )
}

/**
 * A valid request: the row that the path names exists, required fields are given, and every other time
 * optional ones too.
 */
export function fittingRequestTo(
  operation: Operation,
  known: Known,
  idFor: (parameter: string) => string,
  { isFull, seed }: { isFull: boolean; seed: number },
): WildRequest {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const asked = operation.parameters.filter(
    ({ in: place, name, required }) => place === 'query' && (required === true || name in known),
  )
  const query = Object.fromEntries(
    asked.map(({ name, schema }) => [name, known[name] ?? sampleOf(schema, known)]),
  )
  const body = (schema: JsonSchema) =>
    isFull ? fc.sample(valuesOf(schema, known), { numRuns: 1, seed })[0] : sampleOf(schema, known)
  return {
    path: pathOf(operation.path, names, names.map(idFor), query),
    body: operation.body && body(operation.body),
    headers: operation.isIdempotent ? { 'idempotency-key': `fitting-${operation.path}-${isFull}` } : {},
  }
}

/** Values that break careless programs: of every type, at every edge. */
const wild = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  'ñandú 😀',
  `'; drop table catalog.products; --`,
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  '%',
  '{}',
  'x'.repeat(5_000),
  '2026-02-30T25:61:61Z',
  '9999-12-31T23:59:59.999999Z',
  '00000000-0000-0000-0000-000000000000',
  [],
  [[]],
  {},
  { $ne: null },
  Array.from({ length: 300 }, () => 0),
)

/** Requests to one operation: some valid by its schema, some wrong in one place, and some malformed. */
export function requestsTo(
  operation: Operation,
  known: Known,
  ids: readonly string[],
): fc.Arbitrary<WildRequest> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: fc.uuid() },
    {
      weight: 1,
      arbitrary: wild.map((value) => encodeURIComponent(wellFormed(String(value)).slice(0, 90)) || '%20'),
    },
  )
  const asked = operation.parameters.filter((each) => each.in === 'query')
  const query = fc.record(
    Object.fromEntries(asked.map(({ name, schema }) => [name, mostly(valuesOf(schema, known), known[name])])),
    { requiredKeys: [] },
  )
  const headers = fc.record(
    {
      'idempotency-key': fc.constantFrom('a', 'b', '', 'x'.repeat(300)),
      'if-match': fc.constantFrom('"1"', '*', 'W/"x"', '"'),
      'content-type': fc.constantFrom(
        'text/plain',
        'multipart/form-data',
        'application/json; charset=latin1',
      ),
    },
    { requiredKeys: [] },
  )
  return fc.record({
    path: fc
      .tuple(fc.tuple(...names.map(() => id)), query)
      .map(([values, search]) => pathOf(operation.path, names, values, search as Record<string, unknown>)),
    body: operation.body === undefined ? fc.constant(undefined) : bodies(operation.body, known),
    headers: fc.oneof(
      { weight: 5, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: headers },
    ) as fc.Arbitrary<Record<string, string>>,
  })
}

const mostly = (values: fc.Arbitrary<unknown>, known: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: known === undefined ? values : fc.constant(known) },
    { weight: 1, arbitrary: wild },
  )

function pathOf(
  path: string,
  names: readonly string[],
  values: readonly string[],
  search: Record<string, unknown>,
) {
  const placed = names.reduce((text, name, n) => text.replace(`{${name}}`, () => values[n] as string), path)
  const query = new URLSearchParams(
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, wellFormed(String(value)).slice(0, 2_000)]),
    ),
  )
  return query.size > 0 ? `${placed}?${query}` : placed
}

/** A lone surrogate cannot be part of a URL. */
const wellFormed = (text: string) =>
  text.replaceAll(/[\ud800-\udfff]/g, (half) => (half.length > 1 ? half : '?'))

function bodies(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const values = valuesOf(schema, known) as fc.Arbitrary<Record<string, unknown>>
  const names = Object.keys(schema.properties ?? {})
  const wrong = fc.tuple(values, fc.constantFrom(...names, 'surplus'), wild).map(([value, name, oddity]) => ({
    ...value,
    [name]: oddity,
  }))
  const lacking = fc.tuple(values, fc.constantFrom(...names, 'surplus')).map(([value, name]) => {
    const { [name]: _gone, ...rest } = value
    return rest
  })
  const misshapen = fc.constantFrom<unknown>(
    '{',
    '',
    '[]',
    'null',
    '"x"',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
  )
  return fc.oneof(
    { weight: 6, arbitrary: values },
    { weight: 4, arbitrary: wrong },
    { weight: 1, arbitrary: lacking },
    { weight: 1, arbitrary: misshapen },
  )
}
