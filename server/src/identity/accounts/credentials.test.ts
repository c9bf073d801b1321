import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { enableTerminal, enterAt, giveCode } from '../../../test/terminal-session.ts'
import type { Person } from '../../../test/world.ts'

let app: App
const password = 'tres tristes tigres tragan trigo'
const newPassword = 'pablito clavó un clavito'

beforeAll(async () => {
  app = await sharedProduct()
})

interface Enrolled extends Person {
  readonly code: () => string
  readonly recoveryCode: string
  /** Of the account's row, from before the enrolment. */
  readonly version: string
}

/** Changes whenever the account's row is written. */
const versionOf = async (accountId: string): Promise<string> =>
  (await app.admin.query('select xmin::text as version from identity.accounts where id = $1', [accountId]))
    .rows[0].version

async function enrolled(): Promise<Enrolled> {
  const person = await app.world.person({ password })
  const version = await versionOf(person.id)
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  const code = () => generateSync({ secret })
  const confirmed = await app.call(person, 'POST', '/auth/totp/confirm', { code: code() })
  expect(confirmed.status, confirmed.text).toBe(200)
  // A code works once, and the next one is half a minute away.
  await app.admin.query('update identity.credentials set totp_last_step = null where account_id = $1', [
    person.id,
  ])
  return { ...person, code, recoveryCode: confirmed.body.recoveryCodes[0], version }
}

const statusOf = async (...request: Parameters<App['call']>): Promise<number> =>
  (await app.call(...request)).status
const signIn = ({ email }: Enrolled, totp: string, typed = password) =>
  statusOf(undefined, 'POST', '/auth/sessions', { email, password: typed, totp })

async function entersAtTerminal(who: Enrolled): Promise<string> {
  const store = await app.world.store()
  const cashier = await app.world.member(store, 'cashier', who)
  const code = await giveCode(app, store.manager, cashier)
  return typeof (await enterAt(app, await enableTerminal(app, store.manager, 'Caja 1'), code)).token
}

async function usesLink({ id }: Enrolled): Promise<number> {
  const admin = await app.world.platformAdmin()
  const { body } = await app.call(admin, 'POST', `/platform/accounts/${id}/password-resets`)
  const token = new URLSearchParams(new URL(body.url).hash.slice(1)).get('token')
  return statusOf(undefined, 'POST', '/auth/password-resets/redeem', { token, password: newPassword })
}

const removesFactor = async ({ email }: Enrolled): Promise<boolean> =>
  (await app.admin.query('select identity.reset_factor_on_machine($1) as removed', [email])).rows[0].removed

// When the database is spread over several nodes, each has a copy of the accounts. A write is made on all of them, so
// nobody could sign in while one of them is down.
describe('no account is written when its holder enrols a second factor, and', () => {
  test.each<[string, (who: Enrolled) => Promise<unknown>, unknown]>([
    ['signs in with a code', (who) => signIn(who, who.code()), 201],
    ['signs in with a recovery code', (who) => signIn(who, who.recoveryCode), 201],
    ['types a wrong code', (who) => signIn(who, 'aaaa-aaaa'), 401],
    ['types a wrong password', (who) => signIn(who, who.code(), 'another'), 401],
    [
      'confirms',
      (who) => statusOf(who, 'POST', '/auth/sessions/current/confirm', { password, totp: who.code() }),
      200,
    ],
    [
      'changes the password',
      (who) => statusOf(who, 'POST', '/auth/password', { currentPassword: password, newPassword }),
      204,
    ],
    ['sets a new password by a link', usesLink, 204],
    ['renews the recovery codes', (who) => statusOf(who, 'POST', '/auth/totp/recovery-codes'), 201],
    [
      'disables the second factor',
      (who) => statusOf(who, 'POST', '/auth/totp/disable', { password, code: who.code() }),
      204,
    ],
    ['loses the second factor', removesFactor, true],
    ['enters at a terminal with code and PIN', entersAtTerminal, 'string'],
    ['signs out', (who) => statusOf(who, 'DELETE', '/auth/sessions/current'), 204],
  ])('%s', async (_what, act, expected) => {
    const who = await enrolled()
    expect(await act(who)).toBe(expected)
    expect(await versionOf(who.id)).toBe(who.version)
  })

  test('is written when an administrator blocks it', async () => {
    const who = await enrolled()
    await app.call(await app.world.platformAdmin(), 'PATCH', `/platform/accounts/${who.id}/status`, {
      status: 'BLOCKED',
      reason: 'Prueba',
    })
    expect(await versionOf(who.id)).not.toBe(who.version)
  })
})

test('no function locks rows of accounts, which would lock the table on every node', async () => {
  const lockers = async (table: string) =>
    (
      await app.admin.query<{ name: string }>(
        `select oid::regproc::text as name from pg_proc
          where regexp_replace(prosrc, '--[^\\n]*', '', 'g') ~* $1 order by 1`,
        [`\\y${table}\\y[^;]*\\yfor (no key )?(key )?(update|share)\\y`],
      )
    ).rows.map(({ name }) => name)
  expect(await lockers('identity\\.accounts')).toEqual([])
  expect(await lockers('identity\\.credentials')).toEqual([
    'identity.hold_credentials',
    'identity.request_factor_reset',
  ])
})

test('of two people who accept an owner’s invitations at the same time, one sets name and first password', async () => {
  const email = 'dos-veces@example.test'
  const { rows } = await app.admin.query(`select (identity.open_account($1, 'Nadie')).id as id`, [email])
  const id = rows[0].id
  const open = `select identity.open_invited_account('${email}', $1, $2, true) as opened`
  const first = await app.admin.connect()
  try {
    await first.query('begin')
    expect((await first.query(open, ['Ana', 'hash of Ana'])).rows).toEqual([{ opened: id }])
    const second = app.admin.query(open, ['Eva', 'hash of Eva'])
    await expect.poll(() => lockWaits(app.name, email)).toBe(1)
    await first.query('commit')
    expect((await second).rows).toEqual([{ opened: null }])
  } finally {
    first.release()
  }
  const kept = await app.admin.query(
    `select a.name, c.password_hash as hash from identity.accounts a join identity.credentials c on c.account_id = a.id
      where a.id = $1`,
    [id],
  )
  expect(kept.rows).toEqual([{ name: 'Ana', hash: 'hash of Ana' }])
})
