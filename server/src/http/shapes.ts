import { type Static, type TSchema, Type } from 'typebox'
import type { Centavos } from '../amounts/centavos.ts'
import { type TableFormat, tableFormats } from '../spreadsheet/table.ts'

/** Shapes that many domains share. Objects are closed: an unknown field is refused, not dropped. */
export const closed = { additionalProperties: false } as const

/**
 * Gives a shape the name that it has in the API description: a schema of its own that others refer to. It changes
 * nothing about what the shape accepts.
 */
export const named = <S extends TSchema>(name: string, shape: S): S => Object.assign(shape, { title: name })

/** The name that `named()` has given. */
export const nameOf = (shape: TSchema): string | undefined => (shape as { title?: string }).title

/** Where a shape says what it is called as a parameter. */
export const parameterName = 'x-parameter'

/** Names a parameter that several operations take, where another of the same field is not the same. */
export const asParameter = <S extends TSchema>(name: string, shape: S): S =>
  Object.assign(shape, { [parameterName]: name })

export const Id = named('Id', Type.String({ format: 'uuid', description: 'UUIDv7' }))
export const Instant = named(
  'Instant',
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description: 'RFC 3339, UTC' }),
)

/** `?updatedSince=`, down to the microsecond. */
export const Since = Type.String({
  format: 'date-time',
  pattern: '^[12]\\d{3}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$',
  description:
    'What has changed or gone since then (RFC 3339, UTC), ordered by the time of the change. Send the `syncedTo` of the time before: some of what you know may come again, and nothing is left out',
})

/** An amount going out. */
export const Amount = named(
  'Amount',
  Type.Unsafe<Centavos>({ type: 'integer', description: 'Whole centavos of MXN' }),
)
/** An amount coming in: JSON integer, made `Centavos` by the service. */
export const AmountInput = Type.Integer({
  minimum: 0,
  maximum: 100_000_000_00,
  description: 'Whole centavos of MXN',
})

/** The serialiser and Ajv read `nullable`; the API description says the same with a type array. */
export const nullable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ ...schema, nullable: true })

export const NullableAmount = nullable(Amount)

/** How much of something, in its unit; by weight it has up to three decimals. */
export const Quantity = named(
  'Quantity',
  Type.Number({ description: 'In the unit of the product, up to three decimals' }),
)
export const QuantityInput = Type.Number({
  minimum: 0.001,
  maximum: 999_999.999,
  multipleOf: 0.001,
  description: 'In the unit of the product, up to three decimals',
})

/** A closed list of words, with messages that name them. */
export const oneOf = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({
    type: 'string',
    enum: [...values],
    ...(description !== undefined && { description }),
  })

/** A closed list of words with a name of its own. */
export const enumeration = <const V extends readonly string[]>(
  name: string,
  values: V,
  description?: string,
) => named(name, oneOf(values, description))

export const text = (maxLength: number, minLength = 1) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' })

/** `?limit=&cursor=` of every list. */
export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'nextCursor of the page before' })),
}

/** `SalePage` of `Sale`. */
export const page = <S extends TSchema>(item: S) =>
  named(
    `${nameOf(item)}Page`,
    Type.Object({ items: Type.Array(item), nextCursor: nullable(Type.String()) }, closed),
  )

/** All there is at once: `SettingList` of `Setting`. */
export const list = <S extends TSchema>(item: S) =>
  named(`${nameOf(item)}List`, Type.Object({ items: Type.Array(item) }, closed))

/** `?format=` of every export. */
export const exportQuery = {
  format: named(
    'FileFormat',
    Type.Unsafe<TableFormat>({ type: 'string', enum: [...tableFormats], default: 'csv' }),
  ),
}

/** A file that came with a form. It is kept in memory: what people upload may hold secrets. */
export interface Upload {
  /** As the client called it: for people to recognise, never a path. */
  readonly fileName: string
  readonly bytes: Buffer
}

/** The field of a form that carries its file. */
export const UploadedFile = Type.Unsafe<Upload>({
  type: 'string',
  format: 'binary',
  description: 'The file itself',
})
