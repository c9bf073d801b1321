import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemas } from '../src/areas.ts'
import { type Place, placesOf } from '../src/database/places.ts'
import { sqlSources } from '../src/database/sources.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'

let db: TestDatabase
let places: ReadonlyMap<string, Place>

beforeAll(async () => {
  db = await cloneDatabase()
  places = placesOf(await sqlSources())
})
afterAll(() => db.close())

/** The tables of a place, with one that is added to it. */
const inPlace = (place: Place, ...more: string[]) => [
  ...[...places].flatMap(([table, each]) => (each === place ? [table] : [])),
  ...more,
]

async function sentences(text: string, values: readonly (readonly string[])[]): Promise<string[]> {
  const { rows } = await db.admin.query<{ sentence: string }>(`${text} order by 1`, [...values])
  return rows.map(({ sentence }) => sentence)
}

test('every table declares its place, beside its definition', async () => {
  const { rows } = await db.admin.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname = any ($1)`,
    [schemas],
  )
  expect(rows.length).toBeGreaterThan(100)
  expect([...places.keys()].sort()).toEqual(rows.map(({ name }) => name).sort())
})

describe('rows of merchants', () => {
  /** A row is found on its merchant's node, so each has one, and cannot be moved to another by an update. */
  const homeless = `
    select t.name || ' has rows without a merchant' as sentence from unnest($1::text[]) t (name)
     where not exists (select from pg_attribute a
                        where a.attrelid = t.name::regclass and a.attname = 'merchant_id'
                          and a.atttypid = 'uuid'::regtype and a.attnotnull and a.attgenerated = '')`

  /** A node knows only its own merchants: what has to be unique over all of them has a table of its own. */
  const global = `
    select x.indexrelid::regclass || ' is unique over all merchants' as sentence
      from unnest($1::text[]) t (name) join pg_index x on x.indrelid = t.name::regclass and x.indisunique
     where not exists (select from pg_attribute a
                        where a.attrelid = x.indrelid and a.attname = 'merchant_id'
                          and a.attnum = any ((x.indkey::int2[])[0:x.indnkeyatts - 1]))`

  test('say whose they are', async () => {
    expect(await sentences(homeless, [inPlace('tenant')])).toEqual([])
    const wrong = await sentences(homeless, [inPlace('tenant', 'platform.merchants')])
    expect(wrong).toContain('platform.merchants has rows without a merchant')
  })

  test('are unique within their merchant', async () => {
    expect(await sentences(global, [inPlace('tenant')])).toEqual([])
    expect(await sentences(global, [inPlace('tenant', 'shop.memberships')])).toContain(
      'shop.memberships_active is unique over all merchants',
    )
  })
})

describe('foreign keys', () => {
  /** Each node checks a reference by itself, so the row that it refers to is there. */
  const faraway = `
    with tables as (
      select name::regclass as id, 'shared' as place from unnest($1::text[]) name union all
      select name::regclass, 'control' from unnest($2::text[]) name union all
      select name::regclass, 'tenant' from unnest($3::text[]) name)
    select format('%s (%s) refers to %s (%s)', f.id, f.place, t.id, t.place) as sentence
      from pg_constraint k join tables f on f.id = k.conrelid join tables t on t.id = k.confrelid
     where k.contype = 'f'
       and not (t.place = 'shared' or t.place = f.place)
    union all
    select format('%s refers to %s of any merchant', f.id, t.id)
      from pg_constraint k join tables f on f.id = k.conrelid join tables t on t.id = k.confrelid
     where k.contype = 'f' and f.place = 'tenant' and t.place = 'tenant'
       and not exists (select from unnest(k.conkey, k.confkey) c (own, other)
                         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.own
                         join pg_attribute b on b.attrelid = k.confrelid and b.attnum = c.other
                        where a.attname = 'merchant_id' and b.attname = 'merchant_id')`

  const faults = (moved?: { table: string; to: Place }) =>
    sentences(
      faraway,
      (['shared', 'control', 'tenant'] as const).map((place) => [
        ...inPlace(place).filter((table) => table !== moved?.table),
        ...(moved?.to === place ? [moved.table] : []),
      ]),
    )

  test('lead to the same merchant, or to what every node has', async () => {
    expect(await faults()).toEqual([])
  })

  test('that lead elsewhere are found', async () => {
    expect(await faults({ table: 'shop.stores', to: 'tenant' })).toContain(
      'shop.terminals (shared) refers to shop.stores (tenant)',
    )
    expect(await faults({ table: 'shop.stores', to: 'control' })).toContain(
      'catalog.products (tenant) refers to shop.stores (control)',
    )
  })
})
