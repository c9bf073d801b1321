/** A value of a jsonb column. PostgreSQL does not know its contents: the reader declares the type. */
export type Json = JsonValue
type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/**
 * The JavaScript type of a value, by the name of its PostgreSQL type. The parsers are set in `database.ts`.
 */
export const typescriptOf: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  json: 'Json',
  jsonb: 'Json',
  name: 'string',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Date',
  tstzrange: 'string',
  uuid: 'string',
  varchar: 'string',
}
