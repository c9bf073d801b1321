import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { runCommand } from '../../../test/command.ts'
import { lostFactorsOf, password } from '../../../test/lost-factors.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let chief: Person
let lost: ReturnType<typeof lostFactorsOf>

beforeAll(async () => {
  app = await startProduct({ MOSTRADOR_FACTOR_RESET_HOURS: '2' })
  lost = lostFactorsOf(app)
  chief = await app.world.platformAdmin()
})
beforeEach(() => app.admin.query('delete from identity.sign_in_attempts'))
afterAll(() => app.close())

test('without a mail server nothing is mailed, the delay is that of the installation, and the screen tells', async () => {
  const person = await lost.enrolled()
  const made = await lost.ask(chief, person.email)
  expect(made.status, made.text).toBe(201)
  expect(Date.parse(made.body.takesEffectAt) - Date.parse(made.body.createdAt)).toBe(2 * 3_600_000)
  expect((await app.admin.query('select from identity.mails')).rowCount).toBe(0)
  const profile = (await app.call(person, 'GET', '/auth/me')).body
  expect(profile.account.secondFactorResetAt).toBe(made.body.takesEffectAt)
})

test('a reset takes no effect when who requested it is no administrator any more', async () => {
  const admin = await app.world.platformAdmin()
  const person = await lost.enrolled()
  expect((await lost.ask(admin, person.email)).status).toBe(201)
  await app.world.loseLabels(admin.id)
  await lost.passHours(person.id, 24)
  await lost.finish()
  expect(await lost.hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  expect(await lost.cancelledBy(person.id)).toEqual(['permission_missing'])
})

test('disabling the factor ends a waiting reset, so it does not remove the next one', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  const [code] = person.recoveryCodes
  const disabled = await app.call(person, 'POST', '/auth/totp/disable', { password, code })
  expect(disabled.status, disabled.text).toBe(204)
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  await app.call(person, 'POST', '/auth/totp/confirm', { code: generateSync({ secret }) })
  await lost.passHours(person.id, 24)
  expect(await lost.finish()).toEqual({ finished: 0 })
  expect(await lost.hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  expect(await lost.cancelledBy(person.id)).toEqual(['removed'])
})

test('of cancelling and removing at the same time exactly one happens, and the answer says which', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await lost.enrolled()
    const id = await lost.asked(chief, person)
    await lost.passHours(person.id, 24)
    const [kept] = await Promise.all([lost.keep(chief, id), lost.finish(), lost.finish()])
    const { factor } = await lost.hasFactor(person.id)
    expect([kept.status, factor]).toEqual(kept.status === 204 ? [204, true] : [404, false])
    const actions = (await lost.audited(person.id)).map(({ action }) => action)
    expect(actions).toEqual([
      'second_factor.reset_requested',
      factor ? 'second_factor.reset_cancelled' : 'second_factor.reset',
    ])
  }
})

test('a cancellation that commits while the removal waits for it wins', async () => {
  const person = await lost.enrolled()
  const id = await lost.asked(chief, person)
  await lost.passHours(person.id, 24)
  const client = await app.admin.connect()
  try {
    await client.query('begin')
    await client.query('select app.lock_authority($1)', [person.id])
    const removal = lost.finish()
    await expect
      .poll(async () => {
        const { rows } = await app.admin.query(
          `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and database =
             (select oid from pg_database where datname = current_database())`,
        )
        return rows[0].n
      })
      .toBeGreaterThan(0)
    await client.query(`select identity.cancel_factor_resets(array[$1::uuid], 'test')`, [id])
    await client.query('commit')
    await removal
  } finally {
    client.release(true)
  }
  expect(await lost.hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
})

test('a code that was checked before the removal opens no session after it', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  await lost.passHours(person.id, 24)
  const client = await app.admin.connect()
  try {
    // Where a sign-in is whose code was right: its session is not open yet.
    await client.query('begin')
    await lost.finish()
    const opening = client.query(
      `select identity.open_session(c.account_id, c.password_hash, 'x', true, '127.0.0.1', null)
         from identity.credentials c where c.account_id = $1`,
      [person.id],
    )
    await expect(opening).rejects.toThrow('invalid_credentials')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a password that is too short without a second factor opens no session, and counts as no failure', async () => {
  const person = await lost.enrolled()
  const short = 'k7#Qz9!m'
  const change = { currentPassword: password, newPassword: short }
  expect((await app.call(person, 'POST', '/auth/password', change)).status).toBe(204)
  await lost.asked(chief, person)
  await lost.passHours(person.id, 24)
  await lost.finish()
  for (let attempt = 0; attempt < 7; attempt++) {
    const refused = await lost.signIn(person.email, { password: short })
    expect(refused.body).toMatchObject({ status: 422, code: 'weak_password' })
    expect(refused.body.detail).toContain('15 characters')
  }
  expect((await lost.signIn(person.email, { password: 'k7#Qz9!n' })).body.code).toBe('invalid_credentials')
})

test('a delay below an hour cannot be stored', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  await expect(
    app.admin.query(
      'update identity.second_factor_resets set takes_effect_at = created_at where account_id = $1',
      [person.id],
    ),
  ).rejects.toThrow('second_factor_resets')
})

const recover = (...args: readonly string[]) =>
  runCommand(['accounts', 'recover', ...args], {
    DATABASE_ADMIN_URL: app.adminUrl,
    PUBLIC_URL: 'https://pos.example.test',
  })

test('on the machine a lost second factor is removed at once, on demand, and it is audited', async () => {
  const person = await lost.enrolled({ labels: ['platformAdmin'] })
  const usual = await recover(person.email)
  expect([usual.code, usual.out]).toEqual([0, expect.not.stringContaining('second factor')])
  expect(await lost.hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  const done = await recover('--without-second-factor', person.email)
  expect([done.code, done.out], done.err).toEqual([0, expect.stringContaining('second factor is removed')])
  expect(done.out).toContain('https://pos.example.test/recuperar#token=')
  expect(await lost.hasFactor(person.id)).toEqual({ factor: false, codes: 0 })
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
  expect(await lost.audited(person.id)).toMatchObject([
    { action: 'second_factor.reset', after: { by: 'machine', endedSessions: 1 } },
  ])
  const again = await recover(person.email, '--without-second-factor')
  expect(again.out).toContain('had no second factor')
  const unknown = await recover('nadie@example.test', '--without-second-factor')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('nadie@example.test')])
})

/** What a restored database does with an act that it lost. */
const applied = async (action: string, person: Person) =>
  (
    await app.admin.query('select platform.apply_act($1) as outcome', [
      { action, entity: 'account', entityId: person.id },
    ])
  ).rows[0].outcome

test('a restored database loses a second factor again whose reset it had lost', async () => {
  const person = await lost.enrolled()
  expect(await applied('second_factor.reset', person)).toBe('APPLIED')
  expect((await lost.signIn(person.email)).status).toBe(201)
  expect(await applied('second_factor.reset', person)).toBe('NOTHING')
  // The factor that was enrolled after the reset is lost, and the password alone was not enough any more.
  expect(await applied('second_factor.enabled', person)).toBe('APPLIED')
  expect((await lost.signIn(person.email)).body.code).toBe('invalid_credentials')
})

test('a restored database cancels every waiting reset, and puts none into effect', async () => {
  const person = await lost.enrolled()
  const due = await lost.enrolled()
  await lost.asked(chief, person)
  await lost.asked(chief, due)
  await lost.passHours(due.id, 24)
  await app.admin.query(`select platform.mark_restored('another one', '{0}', null, '[]', '[]')`)
  try {
    expect(await lost.cancelledBy(person.id)).toEqual(['restored'])
    // One that a restored database had not cancelled.
    await app.admin.query(
      `update identity.second_factor_resets set cancelled_at = null where account_id = $1`,
      [due.id],
    )
    expect(await lost.finish()).toEqual({ finished: 0 })
    for (const { id } of [person, due]) expect(await lost.hasFactor(id)).toEqual({ factor: true, codes: 10 })
  } finally {
    await app.admin.query('update platform.restorations set reconciled_at = now()')
  }
})
