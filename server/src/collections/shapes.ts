import { asParameter, closed, Id, named, nullable, oneOf, page, pageQuery, Since } from '../http/shapes.ts'
import { type TObject, type TSchema, Type } from '../json-schema.ts'
import { type Collection, pascal, writable } from './collection.ts'

export function itemShape(of: Collection): TObject {
  const shapes = Object.fromEntries(
    Object.entries(of.fields).map(([name, { shape, isCost }]) => [name, isCost === true ? Cost : shape]),
  )
  return named(
    itemName(of),
    Type.Object({ id: Id, ...(of.storeColumn === 'store_id' && { storeId: Id }), ...shapes }, closed),
  )
}

const Cost = named(
  'Cost',
  nullable(
    Type.Integer({
      description:
        'Whole centavos of MXN. Null: unknown, or the caller does not read the reports of the store, as a cashier does not',
    }),
  ),
)

/** A list returns fewer fields than a noun's own read route. */
const itemName = (of: Collection) => `${pascal(of.noun)}${of.hasOwnRead === true ? 'Summary' : ''}`

export function pageShape(of: Collection): TObject {
  const shape = page(itemShape(of))
  if (!of.isTracked) return shape
  return named(`${itemName(of)}Page`, Type.Object({ ...shape.properties, ...changes }, closed))
}

const changes = {
  deletedIds: Type.Optional(
    Type.Array(Id, { description: 'With updatedSince, on the first page: ids of deleted records' }),
  ),
  syncedTo: Type.Optional(
    nullable(
      Type.String({
        format: 'date-time',
        description: 'With updatedSince, on the first page: send it as updatedSince next time',
      }),
    ),
  ),
}

export function createShape(of: Collection): TObject {
  const fields = inputs(of, (write) => write === 'required')
  return named(`New${pascal(of.noun)}`, Type.Object({ storeId: Id, ...fields }, closed))
}

export function patchShape(of: Collection): TObject {
  const names = writable(of).filter((name) => of.fields[name]?.isFixed !== true)
  const fields = inputs(of, () => false, names)
  return named(`${pascal(of.noun)}Change`, Type.Object(fields, { ...closed, minProperties: 1 }))
}

/** Most lists are sorted by one time, the newest first: they share the parameter. */
function sortShape(keys: readonly string[], usual: string) {
  const words = keys.flatMap((key) => [key, `-${key}`])
  const shape = Type.Unsafe<string>({ ...oneOf(words, 'A leading - means descending'), default: usual })
  return keys.length === 1 && usual === `-${keys[0]}`
    ? asParameter(`Newest${pascal(usual.slice(1))}First`, shape)
    : shape
}

export function queryShape(of: Collection): TObject {
  const keys = Object.keys(of.sorts)
  const filters = Object.entries(of.filters).map(([name, shape]) => [name, Type.Optional(shape)])
  return Type.Object(
    {
      storeId: Type.Optional(Id),
      ...(of.isSearched && {
        q: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'Search words; accents and case are ignored',
          }),
        ),
      }),
      ...Object.fromEntries(filters),
      ...(of.isTracked && { updatedSince: Type.Optional(Since) }),
      sort: sortShape(keys, of.defaultSort),
      ...pageQuery,
    },
    closed,
  )
}

function inputs(
  of: Collection,
  isRequired: (write: 'required' | 'optional') => boolean,
  names = writable(of),
) {
  const shapes = names.map((name): [string, TSchema] => {
    const { input, write = 'optional' } = of.fields[name] ?? { input: Type.Never() }
    return [name, isRequired(write) ? input : Type.Optional(input)]
  })
  return Object.fromEntries(shapes)
}
