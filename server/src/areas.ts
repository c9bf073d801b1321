/**
 * The areas of the business, lowest first: an area calls those before it, never those after it. An area is a
 * folder here, a schema in PostgreSQL and a tag in the API, with the same name.
 */
export const areas = [
  'audit',
  'settings',
  'events',
  'identity',
  'catalog',
  'stock',
  'shop',
  'money',
  'vas',
  'selling',
  'platform',
  'reporting',
] as const

export type Area = (typeof areas)[number]

/** Every schema with tables or functions of ours; `app` and `authz` are below all areas. */
export const schemas: readonly string[] = ['app', 'authz', ...areas]
