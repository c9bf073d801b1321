import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import type { FieldFault } from '../problem/problem.ts'

/**
 * An id as written by the server. The standard format also accepts `urn:uuid:` and capitals, which match no
 * id of ours.
 */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The years whose times both PostgreSQL and JavaScript keep and write alike, also after some days are added. */
const year = /^[12]\d{3}-/
/** RFC 3339, with offsets that PostgreSQL knows and no leap second, which JavaScript does not know. */
const moment = /T\d{2}:\d{2}:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/

const isOfCalendar = (format: 'date' | 'date-time') =>
  (formats.default.get(format) as { validate: (text: string) => boolean }).validate
const [isDate, isDateTime] = [isOfCalendar('date'), isOfCalendar('date-time')]

/** How to write what has these formats. */
const formatWords: Readonly<Record<string, string>> = {
  date: 'must be a day such as 2026-01-31, of the years 1000 to 2999',
  'date-time':
    'must be a time such as 2026-01-31T18:00:00Z or 2026-01-31T12:00:00-06:00 (RFC 3339), of the years 1000 to 2999, with an offset of at most 15:59',
}

const withFormats = (ajv: Ajv): Ajv =>
  formats
    .default(ajv)
    .addFormat('uuid', uuid)
    .addFormat('date', (text) => year.test(text) && isDate(text))
    .addFormat('date-time', (text) => year.test(text) && moment.test(text) && isDateTime(text))

const usual = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  // Quantities have three decimals, and 0.3 is not an exact multiple of 0.001 in floating point.
  multipleOfPrecision: 6,
  // Compiling the schema of schemas would take the first request longer than its work; a test checks ours by it.
  meta: false,
  validateSchema: false,
} as const

/** Bodies are strict: nothing is coerced, and unknown fields are not dropped silently. */
const strict = withFormats(new Ajv({ ...usual, coerceTypes: false }))
/** Query strings and paths are always text. */
const textual = withFormats(new Ajv({ ...usual, coerceTypes: 'array' }))

export function useStrictValidation(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) =>
    onFirstUse(() => storable((httpPart === 'body' ? strict : textual).compile(schema as object))),
  )
}

/** Checks a value by a schema; after a failure its errors are here. */
interface Check {
  (data: unknown): boolean
  errors?: ErrorObject[] | null
}

/** After its schema, the value's texts are checked: every one may come to be stored. */
function storable(validate: ValidateFunction): Check {
  const check: Check = (data) => {
    if (validate(data)) check.errors = [...unstorable(data, '')]
    else check.errors = validate.errors ?? null
    return check.errors?.length === 0
  }
  return check
}

const halfPair = /\p{Surrogate}/u

/**
 * Texts that PostgreSQL refuses, or would keep otherwise than sent: those with U+0000, and those with half of a surrogate
 * pair, which JSON can write as an escape. Keys are those of closed shapes.
 */
function* unstorable(value: unknown, instancePath: string): Generator<ErrorObject> {
  if (typeof value === 'string') {
    if (!halfPair.test(value) && !value.includes('\u0000')) return
    const message = 'must not contain U+0000 or half of a surrogate pair'
    yield { instancePath, schemaPath: '', keyword: 'storable', params: {}, message }
  } else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* unstorable(each, `${instancePath}/${name}`)
}

/**
 * Compiles a schema at its first use. There are about a thousand, and compiling all took two thirds of a
 * start.
 */
function onFirstUse(compile: () => Check): Check {
  let validate: Check | undefined
  const check: Check = (data) => {
    validate ??= compile()
    const isRight = validate(data)
    check.errors = validate.errors ?? null
    return isRight
  }
  return check
}

/** Only a body's schema, as tests check answers and events by: whether its texts can be stored is not checked. */
export function compileStrict(schema: object): ValidateFunction {
  return strict.compile(schema)
}

/** For form fields: text that may stand for numbers and booleans. */
export function compileTextual(schema: object): Check {
  return storable(textual.compile(schema))
}

/** Ajv's errors in the format of the API: a pointer, and what to do. */
export function fieldFaults(errors: readonly ErrorObject[], part: string): FieldFault[] {
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword, params, message }) => {
      const base = part === 'body' ? '' : `/${part}`
      switch (keyword) {
        case 'additionalProperties':
          return {
            path: `${base}${instancePath}/${params['additionalProperty']}`,
            message: 'is not an accepted field',
          }
        case 'required':
          return { path: `${base}${instancePath}/${params['missingProperty']}`, message: 'is required' }
        case 'enum':
          return {
            path: `${base}${instancePath}`,
            message: `must be one of ${(params['allowedValues'] as unknown[]).filter((value) => value !== null).join(', ')}`,
          }
        case 'format':
          return {
            path: `${base}${instancePath}`,
            message: formatWords[params['format'] as string] ?? message ?? 'is wrong',
          }
        default:
          return { path: `${base}${instancePath}`, message: message ?? 'is wrong' }
      }
    })
}
