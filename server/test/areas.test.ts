import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas, schemas } from '../src/areas.ts'
import { declarationFiles, root, type SqlFile } from '../src/database/sources.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'

interface SqlFunction {
  readonly schema: string
  readonly name: string
  readonly body: string
}

let db: TestDatabase
let functions: readonly SqlFunction[]

beforeAll(async () => {
  db = await cloneDatabase()
  const { rows } = await db.admin.query<SqlFunction>(
    `select n.nspname as schema, n.nspname || '.' || p.proname as name,
            regexp_replace(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), '--[^\\n]*', '', 'g') as body
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)`,
    [schemas],
  )
  functions = rows
})
afterAll(() => db.close())

const inSchemas = `(?:${schemas.join('|')})`
const written = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate)\\s+(?:only\\s+)?(${inSchemas})\\.(\\w+)`,
  'gi',
)
const called = new RegExp(`\\b(${inSchemas})\\.(\\w+)\\s*\\(`, 'gi')

/** The rank of an area in the order of calls; `app` and `authz`, which any area may call, have none. */
const order: readonly string[] = areas
const level = (schema: string) => order.indexOf(schema)

/** One sentence for each write to a table of another schema than the writer's. */
function foreignWrites(all: readonly SqlFunction[]): string[] {
  return all.flatMap(({ schema, name, body }) =>
    [...body.matchAll(written)]
      .filter(([, owner]) => owner !== schema)
      .map(([, owner, table]) => `${name} writes ${owner}.${table}`),
  )
}

/**
 * One sentence for each call of a function of a later area. Only areas are ordered: authentication calls
 * whatever it needs.
 */
function callsUp(all: readonly SqlFunction[]): string[] {
  const names = new Set(all.map(({ name }) => name))
  const ofAreas = all.filter(({ schema }) => level(schema) >= 0)
  return ofAreas.flatMap(({ schema, name, body }) =>
    [...body.matchAll(called)]
      .filter(([, to, callee]) => names.has(`${to}.${callee}`) && level(to as string) > level(schema))
      .map(([, to, callee]) => `${name} calls ${to}.${callee}`),
  )
}

test('a table is written only by functions of its own area', () => {
  expect(functions.length).toBeGreaterThan(300)
  // The tables of sets and of the caller's strings belong to authorization, which issues them.
  const isOfAuthorization = (sentence: string) => /^app\.\w+ writes authz\./.test(sentence)
  expect(foreignWrites(functions).filter((sentence) => !isOfAuthorization(sentence))).toEqual([])
})

/** `area/noun` of a file of a noun. */
const nounOf = (name: string) => /^server\/src\/(\w+\/[\w-]+)\//.exec(name)?.[1]
const isOfArea = (name: string) => level(name.split('/')[2] ?? '') >= 0

/** Functions of areas by name, with the noun whose files declare each. */
function functionsByNoun(files: readonly SqlFile[]): { noun: string; name: string; body: string }[] {
  const nouns = new Map(
    files
      .filter(({ name }) => isOfArea(name))
      .flatMap(({ name: file, text }) =>
        [...text.matchAll(/^create or replace function ([\w.]+)/gim)].map(
          ([, name]) => [name as string, nounOf(file) as string] as const,
        ),
      ),
  )
  return functions.flatMap(({ name, body }) => {
    const noun = nouns.get(name)
    return noun === undefined ? [] : [{ noun, name, body }]
  })
}

/**
 * The noun of a table: the one whose policies.sql protects it. Tables without policies belong to whichever
 * noun writes them.
 */
function ownersOf(policies: readonly SqlFile[]): Map<string, string> {
  return new Map(
    policies
      .filter(({ name }) => isOfArea(name))
      .flatMap(({ name, text }) =>
        [...text.matchAll(/alter table (\w+\.\w+) enable row level security/gi)].map(
          ([, table]) => [table as string, nounOf(name) as string] as const,
        ),
      ),
  )
}

/** One sentence for each table that is written by functions of another noun, or of more than one. */
function writesByStrangers(
  all: readonly { noun: string; name: string; body: string }[],
  owners: ReadonlyMap<string, string>,
): string[] {
  const writes = all.flatMap(({ noun, name, body }) =>
    [...body.matchAll(written)].map(([, schema, table]) => ({ noun, name, table: `${schema}.${table}` })),
  )
  const first = new Map(writes.map(({ table, noun }) => [table, noun]))
  return writes
    .filter(({ table, noun }) => (owners.get(table) ?? first.get(table)) !== noun)
    .map(({ noun, name, table }) => `${noun}: ${name} writes ${table}`)
}

test('a table is written only by functions of the noun whose policies protect it', async () => {
  const { functions: files, policies } = await declarationFiles()
  const all = functionsByNoun(files)
  const owners = ownersOf(policies)
  expect(all.length).toBeGreaterThan(300)
  expect(owners.size).toBeGreaterThan(50)
  expect(writesByStrangers(all, owners)).toEqual([])

  const wrong = { noun: 'selling/refunds', name: 'selling.wrong', body: 'delete from selling.carts c;' }
  expect(writesByStrangers([...all, wrong], owners)).toEqual([
    'selling/refunds: selling.wrong writes selling.carts',
  ])
})

const locked =
  /\bfrom\s+([a-z]+\.\w+)(?:(?!\bfrom\b|;)[\s\S])*?\bfor\s+(?:no\s+key\s+)?update\b(?!\s+skip|\s+of\s+\w+\s+skip)/gi

/** One sentence for each row lock taken outside the function that holds the table's rows. */
function strayLocks(
  all: readonly { noun: string; name: string; body: string }[],
  owners: ReadonlyMap<string, string>,
): string[] {
  const locks = all.flatMap(({ noun, name, body }) =>
    [...body.matchAll(locked)].map(([, table]) => ({ noun, name, table: table as string })),
  )
  const holders = new Map(locks.map(({ table, name }) => [table, name]))
  return locks
    .filter(
      ({ noun, name, table }) =>
        !/\.hold_\w+$/.test(name) || holders.get(table) !== name || (owners.get(table) ?? noun) !== noun,
    )
    .map(({ name, table }) => `${name} locks rows of ${table}`)
}

test('rows are locked for writing only by the hold function of their noun', async () => {
  const { functions: files, policies } = await declarationFiles()
  const all = functionsByNoun(files)
  const owners = ownersOf(policies)
  const bodies = all.map(({ body }) => body).join('\n')
  expect([...bodies.matchAll(locked)].length).toBeGreaterThan(25)
  // The oldest units are chosen and locked in one statement, so that two carts never choose the same.
  const oldest = /^stock\.hold_(chip|oldest_chips) locks rows of stock\.chip_units$/
  expect(strayLocks(all, owners).filter((sentence) => !oldest.test(sentence))).toEqual([])

  const wrong = (body: string) => ({ noun: 'selling/refunds', name: 'selling.wrong', body })
  expect(strayLocks([wrong('select 1 from selling.carts c where true for no key update;')], owners)).toEqual([
    'selling.wrong locks rows of selling.carts',
  ])
  expect(strayLocks([wrong('select 1 from selling.carts c for update skip locked')], owners)).toEqual([])
})

test('an area calls only areas before it', () => {
  expect(callsUp(functions)).toEqual([])
})

test('the rules above detect a forbidden write and a forbidden call', () => {
  const wrong = {
    schema: 'catalog',
    name: 'catalog.wrong',
    body: 'update stock.stock_levels set quantity = 0; perform selling.finalize_cart(1);',
  }
  expect(foreignWrites([wrong])).toEqual(['catalog.wrong writes stock.stock_levels'])
  expect(callsUp([...functions, wrong])).toEqual(['catalog.wrong calls selling.finalize_cart'])
})

test('a file declares only functions and policies of its own area', async () => {
  const { functions: stated, policies } = await declarationFiles()
  const strangers = [...stated, ...policies].flatMap(({ name, text }) => {
    const [, , area] = name.split('/')
    if (area === undefined || level(area) < 0) return []
    const things = [
      ...text.matchAll(
        /^(?:create or replace function|create view|create policy \w+ on|alter table) (\w+)\./gim,
      ),
    ]
    return things.filter(([, schema]) => schema !== area).map(([what]) => `${name}: ${what}`)
  })
  expect(strangers).toEqual([])
})

test('the policies of every table are beside the functions of its area', async () => {
  const { policies } = await declarationFiles()
  const guarded = new Set(
    policies.flatMap(({ text }) =>
      [...text.matchAll(/alter table (\w+\.\w+) force row level security/gi)].map(([, table]) => table),
    ),
  )
  const { rows } = await db.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind in ('r', 'p') and c.relforcerowsecurity and c.relnamespace::regnamespace::text = any ($1) order by 1`,
    [areas],
  )
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.map(({ name }) => name).filter((name) => !guarded.has(name))).toEqual([])
})

test('a route is listed under the area whose folder it is in', () => {
  const wrong = areas.flatMap((area) => {
    const folder = path.join(root, 'server/src', area)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return files
      .filter((file) => /(routes|collections)\.ts$/.test(file))
      .flatMap((file) => {
        const tags = [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\btag(?::| =) '(\w+)'/g)]
        return tags.filter(([, tag]) => tag !== area).map(([, tag]) => `${area}/${file}: ${tag}`)
      })
  })
  expect(wrong).toEqual([])
})

test('statements of the server write only tables of their own area', () => {
  const files = areas.flatMap((area) =>
    readdirSync(path.join(root, 'server/src', area), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('queries.ts'))
      .map((file) => ({ area, file: `${area}/${file}` })),
  )
  // The collections engine records dependent deletions itself.
  const isTombstone = (owner: string | undefined, table: string | undefined) =>
    owner === 'app' && table === 'deletions'
  const strangers = files.flatMap(({ area, file }) =>
    [...readFileSync(path.join(root, 'server/src', file), 'utf8').matchAll(written)]
      .filter(([, owner, table]) => owner !== area && !isTombstone(owner, table))
      .map(([what]) => `${file}: ${what}`),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(strangers).toEqual([])
})
