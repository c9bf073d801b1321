import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { type World, worldOf } from '../../test/world.ts'
import { createKeyring } from '../adapters/keys/keyring.ts'
import { schemas } from '../areas.ts'
import { sealedColumns } from '../commands/keys.ts'
import { rotateKeys } from './rotate-keys.ts'

let db: TestDatabase
let world: World
const [first, second] = [randomBytes(32), randomBytes(32)]
const [before, during, after] = [
  createKeyring([first]),
  createKeyring([second, first]),
  createKeyring([second]),
]

beforeAll(async () => {
  db = await cloneDatabase()
  world = worldOf(db.admin)
})
afterAll(() => db.close())

/** An account with a second factor, sealed with the first key. */
async function enrolled(): Promise<string> {
  const { id } = await world.person()
  await db.admin.query('update identity.credentials set totp_secret = $2 where account_id = $1', [
    id,
    before.seal(Buffer.from('secret'), `totp:${id}`),
  ])
  return id
}

const secretOf = async (id: string): Promise<Buffer> =>
  (await db.admin.query('select totp_secret from identity.credentials where account_id = $1', [id])).rows[0]
    .totp_secret

const totpOnly = sealedColumns.filter(({ column }) => column === 'totp_secret')

test('afterwards every sealed value opens with the new key only, however many there are', async () => {
  await db.admin.query(
    `select identity.open_account('many' || n || '@example.test', 'x') from generate_series(1, 1200) n`,
  )
  const { rows } = await db.admin.query<{ id: string }>(
    `select id from identity.accounts where email like 'many%'`,
  )
  await db.admin.query(
    'insert into identity.credentials (account_id, totp_secret) select * from unnest($1::uuid[], $2::bytea[])',
    [rows.map(({ id }) => id), rows.map(({ id }) => before.seal(Buffer.from(id), `totp:${id}`))],
  )
  expect(await rotateKeys(db.adminUrl, totpOnly, during)).toEqual([
    { column: 'identity.credentials.totp_secret', resealed: 1_200, unopened: 0 },
  ])
  for (const { id } of rows.slice(0, 20))
    expect(after.open(await secretOf(id), `totp:${id}`).toString()).toBe(id)
  expect(await rotateKeys(db.adminUrl, totpOnly, during)).toMatchObject([{ resealed: 0, unopened: 0 }])
})

test('a rotation is an act of authority, and a run that seals nothing again is none', async () => {
  await enrolled()
  await db.admin.query(`delete from audit.unjournaled`)
  await rotateKeys(db.adminUrl, totpOnly, during)
  await rotateKeys(db.adminUrl, totpOnly, during)
  const { rows } = await db.admin.query(`select event from audit.unjournaled`)
  expect(rows.map(({ event }) => event)).toEqual([
    expect.objectContaining({
      action: 'keys.rotated',
      entity: 'keys',
      after: { keyId: during.keyId.toString('hex'), resealed: 1 },
    }),
  ])
})

test('rotation can reach all sealed values, including tables of other areas', async () => {
  const { rows } = await db.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.oid = any ($1::regclass[]) and c.relforcerowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
                           and 'mostrador_owner'::regrole = any (p.polroles))`,
    [sealedColumns.map(({ table }) => table)],
  )
  expect(rows).toEqual([])
})

test('a value that cannot be opened is counted and skipped, and the others are rotated', async () => {
  const [good, foreign, swapped] = [await enrolled(), await enrolled(), await enrolled()]
  const unknown = createKeyring([randomBytes(32)]).seal(Buffer.from('x'), `totp:${foreign}`)
  await db.admin.query('update identity.credentials set totp_secret = $2 where account_id = $1', [
    foreign,
    unknown,
  ])
  await db.admin.query('update identity.credentials set totp_secret = $2 where account_id = $1', [
    swapped,
    await secretOf(good),
  ])
  expect(await rotateKeys(db.adminUrl, totpOnly, during)).toMatchObject([{ resealed: 1, unopened: 2 }])
  expect(await secretOf(foreign)).toEqual(unknown)
  expect(after.open(await secretOf(good), `totp:${good}`).toString()).toBe('secret')
  await db.admin.query('update identity.credentials set totp_secret = null')
})

test('a value that a server seals meanwhile is not overwritten', async () => {
  const id = await enrolled()
  const newer = during.seal(Buffer.from('enrolled again'), `totp:${id}`)
  const server = await db.admin.connect()
  await server.query('begin')
  await server.query('update identity.credentials set totp_secret = $2 where account_id = $1', [id, newer])
  const rotation = rotateKeys(db.adminUrl, totpOnly, during)
  const waiting = async () =>
    (
      await db.admin.query(
        `select from pg_stat_activity where application_name = 'mostrador-keys' and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(1)
  await server.query('commit')
  server.release()
  expect(await rotation).toMatchObject([{ resealed: 0, unopened: 0 }])
  expect(await secretOf(id)).toEqual(newer)
})

test('every column of sealed values is rotated', async () => {
  const { rows } = await db.admin.query<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
      where data_type = 'bytea' and table_schema = any ($1) order by 1`,
    [schemas],
  )
  // Public uploads are stored unsealed, and audit seals contain no secret.
  const hashes = /(_hash|\.fingerprint|\.key_id|catalog\.files\.content|audit\.seals\.\w+)$/
  // Under the row's own data key, which is in the neighbouring column.
  const underDataKeys = /^(vas\.sale_pins|shop\.connections|money\.bank_accounts)\.sealed$/
  const sealed = rows
    .map(({ name }) => name)
    .filter((name) => !hashes.test(name) && !underDataKeys.test(name))
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(sealed)
})
