import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import type { FieldFault } from '../problem/problem.ts'

/**
 * An id as written by the server. The standard format also accepts `urn:uuid:` and capitals, which match no
 * id of ours.
 */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const withFormats = (ajv: Ajv): Ajv => formats.default(ajv).addFormat('uuid', uuid)

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
    onFirstUse(() => (httpPart === 'body' ? strict : textual).compile(schema as object)),
  )
}

/**
 * Compiles a schema at its first use. There are about a thousand, and compiling all took two thirds of a
 * start.
 */
function onFirstUse(compile: () => ValidateFunction): (data: unknown) => boolean {
  let validate: ValidateFunction | undefined
  const check: { (data: unknown): boolean; errors?: ValidateFunction['errors'] } = (data) => {
    validate ??= compile()
    const isRight = validate(data)
    check.errors = validate.errors
    return isRight
  }
  return check
}

/** For schemas used outside routes (settings, imports). */
export function compileStrict(schema: object): ValidateFunction {
  return strict.compile(schema)
}

/** For form fields: text that may stand for numbers and booleans. */
export function compileTextual(schema: object): ValidateFunction {
  return textual.compile(schema)
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
        default:
          return { path: `${base}${instancePath}`, message: message ?? 'is wrong' }
      }
    })
}
