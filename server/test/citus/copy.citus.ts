import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginsOf } from '../../src/database/login.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openProduct, type RunningProduct } from '../app.ts'
import { ask, cloneDatabase, databaseOf, openDatabase, type TestDatabase } from '../cluster.ts'
import { runCommand } from '../command.ts'
import { type DebianPostgres, startInstalledPostgres } from '../debian-postgres.ts'
import { type Tills, tillsOf } from '../till.ts'
import type { Person } from '../world.ts'
import { expectSameCopies } from './copies.ts'
import { citusPrograms } from './installed.mjs'
import type { SellingShop } from './moving-shops.ts'

// The way from a single PostgreSQL, in which two merchants have worked, to the cluster of this run.
let single: DebianPostgres
let source: RunningProduct
let target: TestDatabase
const shops: SellingShop[] = []
let admin: Person

beforeAll(async () => {
  single = await startInstalledPostgres(citusPrograms() ?? '')
  await ask(single.url, 'create database mostrador')
  const url = databaseOf(single.url, 'mostrador')
  await migrate(url, loginsOf(url).passwords)
  source = await openProduct(openDatabase([single.url], 'mostrador'))
  target = await cloneDatabase()
  const tills = tillsOf(source)
  admin = await source.world.platformAdmin()
  for (const stock of [100, 200]) shops.push(await busyShop(tills, stock))
})
afterAll(async () => {
  await source?.admin.end()
  await target?.close()
  await single?.stop()
})

/** It has funds and stock, has sold, and has ended a membership. */
async function busyShop(tills: Tills, stock: number): Promise<SellingShop> {
  const made = await tills.shop()
  const { merchantId } = made.store
  const product = await tills.product(made.store, { stock })
  await source.world.fund(merchantId, 50_000)
  for (let no = 0; no < 3; no++) await tills.sale(made.cashier, [{ variantId: product }])
  const hired = await source.world.member(made.store, 'cashier')
  const ended = await source.call(made.manager, 'DELETE', `/pos/memberships/${hired.membershipId}`)
  expect(ended.status, ended.text).toBe(204)
  return { ...made, merchantId, product }
}

const copy = (from: string, to = target.adminUrl) =>
  runCommand(['copy', '--from', from], { DATABASE_ADMIN_URL: to })
const refused = (words: string) => ({ code: 1, out: '', err: `${words}\n` })

test('nothing is copied from a database in use, of another version, or into one that is used', async () => {
  const { adminUrl } = source
  expect(await copy(adminUrl)).toEqual(
    refused(
      'Somebody is connected to the database to copy as mostrador_api, mostrador_worker. Stop its servers first.',
    ),
  )
  // It admits its servers again.
  expect((await source.call(admin, 'GET', '/auth/me')).status).toBe(200)
  expect(await copy(adminUrl, adminUrl)).toEqual(refused('Both are the same database.'))
  expect(await copy(target.adminUrl, adminUrl)).toEqual(
    refused('The database to copy is a cluster. Only a single PostgreSQL is copied.'),
  )
  expect(await copy(single.url)).toEqual(refused('The database to copy is no Mostrador’s.'))
  expect(await copy(adminUrl, single.url)).toEqual(
    refused('The database to fill is empty. Run mostrador setup or mostrador migrate first.'),
  )
  expect(await copy('nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Usage: mostrador copy'),
  })
  await target.admin.query(
    `update migration.applied set checksum = 'another' where name = (select min(name) from migration.applied)`,
  )
  expect(await copy(adminUrl)).toMatchObject({
    code: 1,
    err: expect.stringContaining('of different versions'),
  })
  await target.admin.query(`update migration.applied a set checksum = $1 where checksum = 'another'`, [
    (await source.admin.query('select checksum from migration.applied order by name limit 1')).rows[0]
      .checksum,
  ])
})

test('a copy that fails leaves nothing, and the old database closed until it is repeated or opened', async () => {
  await source.stop()
  await source.database.close()
  await target.admin.query('alter table events.head rename to another')
  const { code, err } = await copy(source.adminUrl)
  await target.admin.query('alter table events.another rename to head')
  expect(code).toBe(1)
  expect(err).toMatch(
    /^The copy was interrupted: .*\n.* until: alter database mostrador connection limit -1\n$/,
  )
  expect((await target.admin.query('select from platform.merchants')).rowCount).toBe(0)
  await expect(ask(source.apiUrl, 'select 1')).rejects.toThrow('too many connections')
})

test('all rows of a single PostgreSQL are copied into the cluster, and the old one admits no server', async () => {
  const before = await rowsOf(source)
  const { code, out, err } = await copy(source.adminUrl)
  expect(err).toBe('')
  expect(out).toMatch(/^Copied \d+ rows of \d{3} tables\. The other database admits superusers only now\.\n$/)
  expect(code).toBe(0)
  expect(await rowsOf(target)).toEqual(before)
  expect([...before.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(40)
  await expectSameCopies(target)
  const { rows } = await target.admin.query(
    `select m.database_id as named, platform.place_of(m.id) as place from platform.merchants m`,
  )
  expect(rows).toEqual(rows.map(({ place }) => ({ named: place, place })))
  await expect(ask(source.apiUrl, 'select 1')).rejects.toThrow(
    'too many connections for database "mostrador"',
  )
  expect(await copy(source.adminUrl)).toEqual(
    refused('The database to fill has people or merchants already.'),
  )
})

test('the shops go on selling in the cluster, with their folios and their books', async () => {
  const app = await openProduct(target)
  try {
    const tills = tillsOf(app)
    for (const shop of shops) {
      const { order } = await tills.sale(await app.world.signInAgain(shop.cashier), [
        { variantId: shop.product },
      ])
      expect(order.folio).toMatch(/4$/)
      const { rows } = await app.admin.query(
        'select on_hand::int as "onHand" from stock.stock_levels where merchant_id = $1 and id = $2',
        [shop.merchantId, shop.product],
      )
      expect(rows).toEqual([{ onHand: shop === shops[0] ? 96 : 196 }])
    }
    const { rows } = await app.admin.query(
      `select count(*)::int as postings, sum(difference)::int as difference from (
         select abs(sum(amount_centavos)) as difference from money.entries group by merchant_id, posting_id) p`,
    )
    expect(rows).toEqual([{ postings: 2, difference: 0 }])
    const person = await app.world.person({ email: 'nueva@example.test' })
    const hired = await app.world.member((shops[0] as SellingShop).store, 'cashier', person)
    expect(hired.membershipId).toBeTruthy()
  } finally {
    await app.stop()
  }
})

/** The rows of each table as sorted text, without the place of a merchant. */
async function rowsOf({ admin }: Pick<TestDatabase, 'admin'>) {
  const { rows: tables } = await admin.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name,
            string_agg(format('%I::text', a.attname), ', ' order by a.attname) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema|migration|public|columnar|citus)'
        and c.oid <> 'platform.places'::regclass and a.attname <> 'database_id'
      group by c.oid order by 1`,
  )
  const found = new Map<string, string[]>()
  for (const { name, columns } of tables) {
    const { rows } = await admin.query<{ row: string }>(
      `select concat_ws('|', ${columns}) as row from ${name}`,
    )
    found.set(name, rows.map(({ row }) => row).sort())
  }
  return found
}
