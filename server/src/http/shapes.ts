import type { Centavos } from '../amounts/centavos.ts'
import { type Static, type TSchema, Type } from '../json-schema.ts'
import { type TableFormat, tableFormats } from '../spreadsheet/table.ts'

/** Schemas shared by many domains. Objects are closed: an unknown field is refused, not dropped. */
export const closed = { additionalProperties: false } as const

/**
 * Names a schema in the API description, where it becomes a component. It does not change what the schema
 * accepts.
 */
export const named = <S extends TSchema>(name: string, shape: S): S => Object.assign(shape, { title: name })

/** The name given by `named()`. */
export const nameOf = (shape: TSchema): string | undefined => (shape as { title?: string }).title

/** The key under which a schema stores its parameter name. */
export const parameterName = 'x-parameter'

/** Names a parameter that several operations share, when another parameter with the same field differs. */
export const asParameter = <S extends TSchema>(name: string, shape: S): S =>
  Object.assign(shape, { [parameterName]: name })

export const Id = named('Id', Type.String({ format: 'uuid', description: 'UUIDv7' }))
export const Instant = named(
  'Instant',
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description: 'RFC 3339, UTC' }),
)

/** A calendar day, which has no instant: of a store, or of the platform. */
export const Day = Type.String({ format: 'date' })
/** An incoming time, by any clock. */
export const Moment = Type.String({ format: 'date-time' })

/** `?updatedSince=`, with microsecond precision. */
export const Since = Type.String({
  format: 'date-time',
  pattern: '^[12]\\d{3}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$',
  description:
    'Only records changed or deleted since then (RFC 3339, UTC), ordered by time of change. Send the previous `syncedTo`: some records may be repeated, and none is missed',
})

/** An outgoing amount. */
export const Amount = named(
  'Amount',
  Type.Unsafe<Centavos>({ type: 'integer', description: 'Whole centavos of MXN' }),
)
/** An incoming amount with bounds or a meaning of its own. */
export function amountInput(own: { minimum?: number; maximum?: number; description?: string }) {
  return Type.Integer({ minimum: 0, maximum: 100_000_000_00, description: 'Whole centavos of MXN', ...own })
}

/** An incoming amount: a JSON integer, converted to `Centavos` by the service. */
export const AmountInput = named('NewAmount', amountInput({}))

/** The version of a record that the caller has read; PostgreSQL counts it in four bytes. */
export const versionInput = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description })

/** The serializer and Ajv read `nullable`; the API description uses a type array. */
export const nullable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ ...schema, nullable: true })

export const NullableAmount = nullable(Amount)

/** A quantity in its unit; by weight it has up to three decimals. */
export const Quantity = named(
  'Quantity',
  Type.Number({ description: 'In the product’s unit, up to three decimals' }),
)
export const QuantityInput = Type.Number({
  minimum: 0.001,
  maximum: 999_999.999,
  multipleOf: 0.001,
  description: 'In the product’s unit, up to three decimals',
})

/** A closed list of words, with messages that list them. */
export const oneOf = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({
    type: 'string',
    enum: [...values],
    ...(description !== undefined && { description }),
  })

/** A closed list of words with its own name. */
export const enumeration = <const V extends readonly string[]>(
  name: string,
  values: V,
  description?: string,
) => named(name, oneOf(values, description))

export const text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength })

/** `?limit=&cursor=` of every list. */
export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  // A cursor carries the last row's sort key, which may be a long name in a long script.
  cursor: Type.Optional(Type.String({ maxLength: 3_000, description: 'nextCursor of the previous page' })),
}

/** `SalePage` of `Sale`. */
export const page = <S extends TSchema>(item: S) =>
  named(
    `${nameOf(item)}Page`,
    Type.Object({ items: Type.Array(item), nextCursor: nullable(Type.String()) }, closed),
  )

/** A complete list: `SettingList` of `Setting`. */
export const list = <S extends TSchema>(item: S) =>
  named(`${nameOf(item)}List`, Type.Object({ items: Type.Array(item) }, closed))

/** `?format=` of every export. */
export const exportQuery = {
  format: named(
    'FileFormat',
    Type.Unsafe<TableFormat>({ type: 'string', enum: [...tableFormats], default: 'csv' }),
  ),
}

/** An uploaded file. It is kept in memory: uploads may contain secrets. */
export interface Upload {
  /** The client's file name: for display, never a path. */
  readonly fileName: string
  readonly bytes: Buffer
}

/** The form field with the file. */
export const UploadedFile = Type.Unsafe<Upload>({
  type: 'string',
  format: 'binary',
  description: 'The file',
})

/** A shape in the form in which JSON holds it: text for a `Date`, a number for an amount. What PostgreSQL composes as jsonb has it. */
export type AsJson<T> = T extends Date
  ? string
  : T extends bigint
    ? number
    : T extends object
      ? { [K in keyof T]: AsJson<T[K]> }
      : T

/** A shape of which some fields are composed as jsonb. */
export type JsonIn<T, K extends keyof T> = Omit<T, K> & AsJson<Pick<T, K>>
