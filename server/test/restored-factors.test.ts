import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, openProduct, type RunningProduct } from './app.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { journalFolder } from './journal-folder.ts'
import { patient } from './patience.ts'
import { copyOf, putBack } from './put-back.ts'
import type { Person } from './world.ts'

// People with second factors change how they sign in, and the database is put back to before.
const key = randomBytes(32)
const password = 'una-contraseña-larga'
const nextPassword = 'otra-contraseña-larga'
const name = 'Dueña'
let dir: string
let db: TestDatabase
let app: RunningProduct
let admin: Person
let replacing: Person
/** What the phone that was replaced keeps. */
let oldSecret: string
let owner: { id: string; email: string; token: string }
/** The owner's merchant whose invitation is still open. */
let unopened: { merchant: { id: string }; invite: { token: string } }

const start = () =>
  openProduct(
    db,
    {},
    {
      keyEncryptionKey: key,
      authorityJournal: journalFolder(dir, key),
    },
  )
const must = async (answer: Promise<Answer>) => {
  const { status, text, body } = await answer
  expect([200, 201, 204], text).toContain(status)
  return body
}
const signIn = (email: string, secret = password, more: object = {}) =>
  app.call(undefined, 'POST', '/auth/sessions', { email, password: secret, ...more })
const accept = (token: string, secret = password) =>
  app.call(undefined, 'POST', '/auth/invites/accept', { token, name, password: secret })
const invite = (as: Pick<Person, 'token'>) =>
  app.call(as, 'POST', `/platform/merchants/${unopened.merchant.id}/owner-invites`)
/** Turns two-step verification on, as people do. */
const enrol = async (who: Pick<Person, 'token'>) => {
  const { secret } = await must(app.call(who, 'POST', '/auth/totp', { password }))
  const code = generateSync({ secret })
  const { recoveryCodes } = await must(app.call(who, 'POST', '/auth/totp/confirm', { code }))
  return { secret: secret as string, recoveryCode: recoveryCodes[0] as string }
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-restored-factors-'))
  db = await cloneDatabase()
  app = await start()
  admin = await app.world.person({ labels: ['platformAdmin'], password })
  await db.admin.query(
    `insert into settings.settings (key, value, updated_by) values ('platform.second_factor_required', 'false', $1)`,
    [admin.id],
  )
  replacing = await app.world.person({ password })
  const old = await enrol(replacing)
  oldSecret = old.secret
  // The owner of two merchants joins by the invitation to one.
  const email = 'duena@example.test'
  const own = (merchant: string) =>
    must(app.call(admin, 'POST', '/pos/merchants', { name: merchant, owner: { email, name } }))
  const opened = await own('La Una')
  unopened = await own('La Otra')
  const joined = await must(accept(opened.invite.token))
  owner = { ...joined.account, token: joined.token }
  await enrol(owner)
  await app.stop()
  const copy = await copyOf(db)

  app = await start()
  await must(app.call(replacing, 'POST', '/auth/totp/disable', { password, code: old.recoveryCode }))
  await enrol(replacing)
  await must(
    app.call(owner, 'POST', '/auth/password', { currentPassword: password, newPassword: nextPassword }),
  )
  await app.stop()
  await putBack(db, copy)
  app = await start()
}, patient(60_000))
afterAll(async () => {
  await app.stop()
  await db.close()
  await rm(dir, { recursive: true, force: true })
})

test('a phone that was replaced opens nothing, and neither does the password that it went with', async () => {
  const { rows: acts } = await db.admin.query(
    `select status, event ->> 'action' as action from platform.restored_acts
      where event ->> 'entityId' = $1 and event ->> 'action' like 'second_factor.%' order by event_id`,
    [replacing.id],
  )
  expect(acts).toEqual([
    { status: 'TO_REPEAT', action: 'second_factor.disabled' },
    { status: 'APPLIED', action: 'second_factor.enabled' },
  ])
  const totp = generateSync({ secret: oldSecret })
  for (const more of [{ totp }, {}])
    expect((await signIn(replacing.email, password, more)).body.code).toBe('invalid_credentials')
  const { rows } = await db.admin.query(
    'select password_hash, totp_secret, totp_enabled_at from identity.credentials where account_id = $1',
    [replacing.id],
  )
  expect(rows).toEqual([{ password_hash: null, totp_secret: null, totp_enabled_at: null }])
})

test('an invitation from before sets no password where one was taken away', async () => {
  const { token } = unopened.invite
  expect((await app.call(undefined, 'POST', '/auth/invites/lookup', { token })).body.needsPassword).toBe(
    false,
  )
  for (const secret of [password, nextPassword])
    expect((await accept(token, secret)).body.code).toBe('invalid_credentials')
  const { rows } = await db.admin.query(
    `select (identity.set_password(id, 'x', true, true)) as "isSet" from identity.accounts where id = $1`,
    [owner.id],
  )
  expect(rows).toEqual([{ isSet: false }])
})

test('an owner whose password was taken away is not invited again: a link sets the next, and the second factor is asked for', async () => {
  const entered = (await signIn(admin.email)).body
  await must(app.call(entered, 'POST', '/platform/restorations/current/finish'))
  expect((await invite(entered)).body).toMatchObject({ status: 409, code: 'invalid_transition' })
  const { url } = await must(app.call(entered, 'POST', `/platform/accounts/${owner.id}/password-resets`))
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token')
  await must(app.call(undefined, 'POST', '/auth/password-resets/redeem', { token, password: nextPassword }))
  expect((await signIn(owner.email, nextPassword)).body.code).toBe('second_factor_required')
})

test('no session opens without the code that an account asks for', async () => {
  await expect(
    db.admin.query(
      `select identity.open_session(c.account_id, c.password_hash, 'x', false, '127.0.0.1', null)
         from identity.credentials c where c.account_id = $1`,
      [owner.id],
    ),
  ).rejects.toThrow('invalid_credentials')
})
