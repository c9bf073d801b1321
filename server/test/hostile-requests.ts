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
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:00',
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

/** Times that a format may allow, and PostgreSQL or JavaScript does not keep. */
const oddTimes: Readonly<Record<string, readonly string[]>> = {
  date: ['0000-01-01', '0001-01-01', '9999-12-31'],
  'date-time': [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-15:00',
    '2026-01-01T00:00:00+23:00',
    '2016-12-31T23:59:60Z',
    `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
  ],
}

/** A request in which everything fits but one text, and where that one is. */
export interface OddRequest extends WildRequest {
  readonly pointer: string
}

/** One request for each text that an operation takes, and each text or time that PostgreSQL does not keep. */
export function* oddRequestsTo(
  operation: Operation,
  known: Known,
  idFor: (parameter: string) => string,
): Generator<OddRequest> {
  const request = fittingRequestTo(operation, known, idFor, { isFull: false, seed: 1 })
  const [path, query] = request.path.split('?')
  for (const { in: place, name, schema } of operation.parameters) {
    // Half of a surrogate pair cannot be part of a URL.
    for (const [, odd] of place === 'query' ? oddValues(schema, known, ['\u0000']) : [])
      yield {
        ...request,
        path: `${path}?${new URLSearchParams([...new URLSearchParams(query), [name, String(odd)]])}`,
        pointer: `/querystring/${name}`,
      }
  }
  if (operation.body !== undefined)
    for (const [pointer, body] of oddValues(operation.body, known, ['\u0000', '\ud800']))
      yield { ...request, body, pointer }
}

/** Values of a schema in which one text is odd, each with a pointer to it. */
function* oddValues(
  schema: JsonSchema,
  known: Known,
  characters: readonly string[],
): Generator<readonly [pointer: string, value: unknown]> {
  for (const choice of schema.anyOf ?? schema.oneOf ?? []) yield* oddValues(choice, known, characters)
  if (schema.enum !== undefined || schema.const !== undefined) return
  const types = [schema.type ?? 'object'].flat()
  if (types.includes('string')) {
    const { minLength = 1 } = schema
    for (const odd of characters) yield ['', odd.padEnd(minLength, 'a')]
    for (const odd of oddTimes[schema.format ?? ''] ?? []) yield ['', odd]
  } else if (types.includes('array') && schema.items !== undefined) {
    const rest = (sampleOf({ ...schema, type: 'array' }, known) as unknown[]).slice(1)
    for (const [pointer, odd] of oddValues(schema.items, known, characters))
      yield [`/0${pointer}`, [odd, ...rest]]
  } else if (types.includes('object')) {
    const fitting = sampleOf(schema, known) as Record<string, unknown>
    for (const [name, each] of Object.entries(schema.properties ?? {}))
      for (const [pointer, odd] of oddValues(each, known, characters))
        yield [`/${name}${pointer}`, { ...fitting, [name]: odd }]
  }
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
