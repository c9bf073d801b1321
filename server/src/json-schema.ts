import type { TSchema, Type as TypeBox } from 'typebox'

export type { Static, TObject, TSchema } from 'typebox'

type Used =
  | ('Array' | 'Boolean' | 'Integer' | 'Literal' | 'Never' | 'Number' | 'Object')
  | ('Optional' | 'Partial' | 'Record' | 'String' | 'Union' | 'Unknown' | 'Unsafe')

/**
 * Writes JSON Schemas, with the types of TypeBox. Only its types are used: loading its 370 modules took a quarter of every
 * start. A test compares each schema with TypeBox's own.
 */
export const Type: Pick<typeof TypeBox, Used> = {
  Array: (items, options) => typed({ type: 'array', items, ...options }),
  Boolean: (options) => typed({ type: 'boolean', ...options }),
  Integer: (options) => typed({ type: 'integer', ...options }),
  Literal: (value, options) => typed({ type: typeof value, const: value, ...options }),
  Never: (options) => typed({ not: {}, ...options }),
  Number: (options) => typed({ type: 'number', ...options }),
  Object: (properties, options) => typed(objectOf(properties, options)),
  Optional: (schema) => typed(optional(schema)),
  Partial: (whole, options) => {
    const { properties } = whole as { properties?: Fields }
    const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, optional(field)])
    return typed(objectOf(Object.fromEntries(fields), options))
  },
  Record: (_key, value, options) =>
    typed({ type: 'object', patternProperties: { '^.*$': value }, ...options }),
  String: (options) => typed({ type: 'string', ...options }),
  Union: (anyOf, options) => typed({ anyOf, ...options }),
  Unknown: (options) => typed({ ...options }),
  Unsafe: (schema) => typed(copyOf(schema)),
}

type Fields = Readonly<Record<string, TSchema>>

/** The value has the type that TypeBox declares for it, which nothing but TypeBox can derive. */
const typed = (schema: TSchema) => schema as never

function objectOf(properties: Fields, options: object | undefined): object {
  const required = Object.keys(properties).filter((name) => !(mark in (properties[name] as object)))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

/** Marks a field that may be absent. JSON does not have the mark, and neither does a copy by `...`. */
const mark = '~optional'

const optional = (schema: TSchema): TSchema => Object.defineProperty(copyOf(schema), mark, { value: true })

const copyOf = (schema: TSchema): TSchema =>
  Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
