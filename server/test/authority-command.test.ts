import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyring } from '../src/adapters/keys/keyring.ts'
import { openProduct } from './app.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { journalFolder } from './journal-folder.ts'
import { patient } from './patience.ts'
import { copyOf, putBack } from './put-back.ts'

// The command alone reconciles: no server runs, and nobody is signed in.
const key = randomBytes(32)
const nextKey = randomBytes(32)
const unknown = '01900000-0000-7000-8000-000000000000'
let dir: string
let db: TestDatabase
let promoted: string
let other: string

const reconcile = (args: readonly string[] = [], environment: Record<string, string> = {}) =>
  runCommand(['authority', 'reconcile', ...args], {
    DATABASE_URL: db.apiUrl,
    DATABASE_WORKER_URL: db.workerUrl,
    MOSTRADOR_KEY: key.toString('base64'),
    MOSTRADOR_DATA_DIR: dir,
    LOG_LEVEL: 'silent',
    ...environment,
  })
const idOf = async (subject: string): Promise<string> =>
  (
    await db.admin.query(`select event_id from platform.restored_acts where event ->> 'entityId' = $1`, [
      subject,
    ])
  ).rows[0].event_id
const statuses = async () =>
  (await db.admin.query(`select status from platform.restored_acts order by event_id`)).rows.map(
    ({ status }) => status,
  )

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-authority-'))
  db = await cloneDatabase()
  const authorityJournal = journalFolder(dir, key)
  const app = await openProduct(db, {}, { keyEncryptionKey: key, authorityJournal })
  const admin = await app.world.person({ labels: ['platformAdmin'] })
  await db.admin.query(
    `insert into settings.settings (key, value, updated_by) values ('platform.second_factor_required', 'false', $1)`,
    [admin.id],
  )
  const people = await Promise.all([app.world.person(), app.world.person()])
  ;[promoted, other] = people.map(({ id }) => id) as [string, string]
  await app.stop()
  const copy = await copyOf(db)

  // Only a secret that opens is sealed again, so that the rotation below is one.
  const sealed = createKeyring([key]).seal(Buffer.from('secret'), `totp:${other}`)
  await db.admin.query('update identity.credentials set totp_secret = $2 where account_id = $1', [
    other,
    sealed,
  ])
  const rotated = await runCommand(['keys', 'rotate'], {
    DATABASE_ADMIN_URL: db.adminUrl,
    MOSTRADOR_KEY: nextKey.toString('base64'),
    MOSTRADOR_OLD_KEYS: key.toString('base64'),
  })
  expect(rotated.code, rotated.err).toBe(0)

  const again = await openProduct(db, {}, { keyEncryptionKey: key, authorityJournal })
  for (const { email } of people) {
    const granted = await again.call(admin, 'POST', '/platform/roles', { email, label: 'platformOperator' })
    expect(granted.status, granted.text).toBe(201)
  }
  await again.stop()
  await putBack(db, copy)
}, patient(120_000))
afterAll(async () => {
  await db.close()
  await rm(dir, { recursive: true, force: true })
})

test.each([
  [['--force'], /--force[\s\S]*Usage: mostrador authority reconcile/],
  [['one-more'], /one-more[\s\S]*Usage: /],
  [['--accept'], /--accept[\s\S]*Usage: /],
  [['--accept', '12'], /12 is not the id of an act/],
  [['--accept', unknown, '--decline', unknown], /is given twice\. Accept it, or decline it/],
])('refuses %j before it looks at the database', async (args, words) => {
  const { code, out, err } = await reconcile(args, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' })
  expect(err).toMatch(words)
  expect(err).not.toMatch(/\n {4}at /)
  expect({ code, out }).toEqual({ code: 1, out: '' })
})

test('without a database it says which address does not answer', async () => {
  const nowhere = 'postgres://mostrador@127.0.0.1:1/mostrador'
  const { code, err } = await reconcile([], { DATABASE_URL: nowhere, DATABASE_WORKER_URL: nowhere })
  expect(code).toBe(1)
  expect(err).toContain('127.0.0.1')
  expect(err).not.toMatch(/\n {4}at /)
})

test('without --apply it lists what is lost, marks nothing, and takes no decision', async () => {
  const { out } = await reconcile()
  expect(out.match(/is proposed {5}label\.granted/g)).toHaveLength(2)
  expect(out).toMatch(/is to repeat {4}keys\.rotated/)
  const decided = await reconcile(['--decline-all'])
  expect(decided.err).toContain('not marked as restored')
  expect(decided.code).toBe(1)
  expect((await db.admin.query('select from platform.restorations')).rowCount).toBe(0)
})

test('a rotation of keys that was lost has to be run again, and does not wait', async () => {
  const { out } = await reconcile(['--apply'])
  expect(out).toMatch(/TO_REPEAT {2}keys\.rotated/)
  expect(out).toMatch(/2 acts wait/)
})

test('with one unknown id none of a call’s decisions is taken', async () => {
  expect((await reconcile(['--apply'])).out).toMatch(/2 acts wait for --accept or --decline/)
  const { code, err } = await reconcile(['--accept', await idOf(promoted), '--decline', unknown])
  expect(err).toBe(`${unknown}: This restore has lost no act with that id.\n`)
  expect(code).toBe(1)
  expect(await statuses()).toEqual(['TO_REPEAT', 'PROPOSED', 'PROPOSED'])
})

test('an act is accepted once, and the database stays restored while another waits', async () => {
  const id = await idOf(promoted)
  const accepted = await reconcile(['--apply', '--accept', id])
  expect(accepted.out).toMatch(/ACCEPTED {3}label\.granted/)
  expect(accepted.out).toMatch(/1 acts wait/)
  expect(accepted.code).toBe(1)
  const again = await reconcile(['--decline', id])
  expect(again.err).toMatch(/decided already/)
  expect(again.code).toBe(1)
  expect((await statuses()).toSorted()).toEqual(['ACCEPTED', 'PROPOSED', 'TO_REPEAT'])
})

test('when the rest is declined it is open again, and a later decision is refused', async () => {
  const { code, out } = await reconcile(['--apply', '--decline-all'])
  expect(out).toContain('The database is reconciled: nothing waits.')
  // It is listed for the last time.
  expect(out).toMatch(/TO_REPEAT {2}keys\.rotated/)
  expect(code).toBe(0)
  const { rows } = await db.admin.query(
    `select account_id from identity.labels where label = 'platformOperator'`,
  )
  expect(rows).toEqual([{ account_id: promoted }])
  const late = await reconcile(['--accept', await idOf(other)])
  expect(late.err).toContain('not marked as restored')
  expect(late.code).toBe(1)
  const actions = await db.admin.query(
    `select action from audit.log where action like 'restoration.%' or entity = 'database' order by id`,
  )
  expect(actions.rows.map(({ action }) => action)).toEqual([
    'database.restored',
    'restoration.accepted',
    'restoration.declined',
    'database.reconciled',
  ])
})
