import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { stretchPauses } from '../../../test/pauses.ts'
import type { Person } from '../../../test/world.ts'

let app: App
const password = 'tres tristes tigres tragan trigo'

beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.close())

const codeOf = (secret: string) => generateSync({ secret })
const confirm = (who: Pick<Person, 'token'> | undefined, body: unknown) =>
  app.call(who, 'POST', '/auth/sessions/current/confirm', body)
/** A dangerous action: once confirmed it answers 404. */
const act = async (who: Pick<Person, 'token'>) =>
  (await app.call(who, 'PUT', '/platform/settings/none', { value: true })).body.code
const age = (who: Pick<Person, 'id'>, minutes: number) =>
  app.admin.query(
    `update identity.sessions set confirmed_at = confirmed_at - $2 * interval '1 minute' where account_id = $1`,
    [who.id, minutes],
  )

/** An administrator with a second factor, whose session is hours old. */
async function administrator() {
  const person = await app.world.person({ password, labels: ['platformAdmin'] })
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  const confirmed = await app.call(person, 'POST', '/auth/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  await forgetStep(person)
  await age(person, 600)
  return { person, secret: secret as string, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

/** A code works once and time passes slowly in a test: forgets which step was used last. */
const forgetStep = ({ id }: Person) =>
  app.admin.query('update identity.credentials set totp_last_step = null where account_id = $1', [id])

test('a dangerous action is refused until password and code are confirmed again, and the refusal says so', async () => {
  const { person, secret } = await administrator()
  const refused = await app.call(person, 'PUT', '/platform/settings/none', { value: true })
  expect(refused).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
  expect(refused.body.detail).toContain('/auth/sessions/current/confirm')
  // Other actions still work.
  expect((await app.call(person, 'GET', '/platform/settings')).status).toBe(200)

  const before = Date.now()
  const confirmed = await confirm(person, { password, totp: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  const left = Date.parse(confirmed.body.confirmedUntil) - before
  expect(left).toBeGreaterThan(590_000)
  expect(left).toBeLessThan(660_000)
  expect(await act(person)).toBe('setting_not_found')

  await age(person, 9)
  expect(await act(person)).toBe('setting_not_found')
  await age(person, 1)
  expect(await act(person)).toBe('confirmation_required')
  const { rows } = await app.admin.query(
    `select after->'secondFactor' as factor, user_id from audit.log
      where action = 'session.confirmed' and entity_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ factor: true, user_id: person.id }])
})

test('signing in confirms that session only', async () => {
  const { person, secret } = await administrator()
  const session = await app.call(undefined, 'POST', '/auth/sessions', {
    email: person.email,
    password,
    totp: codeOf(secret),
  })
  expect(await act(session.body)).toBe('setting_not_found')
  expect(await act(person)).toBe('confirmation_required')
})

test('a recovery code and an app code each confirm once', async () => {
  const { person, secret, recoveryCodes } = await administrator()
  const totp = recoveryCodes[0] as string
  expect((await confirm(person, { password, totp })).status).toBe(200)
  expect((await confirm(person, { password, totp })).body.code).toBe('invalid_code')
  const code = codeOf(secret)
  const both = await Promise.all([1, 2].map(() => confirm(person, { password, totp: code })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

test.each([
  [{ password: 'another', totp: '000000' }, 403, 'reauthentication_required'],
  [{ password, totp: '000000' }, 422, 'invalid_code'],
  [{ password }, 422, 'invalid_code'],
  [{ totp: '000000' }, 422, 'invalid_request'],
  [{ password, totp: '1' }, 422, 'invalid_request'],
])('%j confirms nothing: %i %s', async (body, status, code) => {
  const { person } = await administrator()
  expect(await confirm(person, body)).toMatchObject({ status, body: { code } })
  expect(await act(person)).toBe('confirmation_required')
})

test('wrong guesses cause a pause; a missing code does not', async () => {
  const { person } = await administrator()
  for (let i = 0; i < 8; i++) expect((await confirm(person, { password })).body.code).toBe('invalid_code')
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) {
    statuses.push((await confirm(person, { password, totp: `00000${i}` })).status)
    await stretchPauses(app)
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  expect(statuses.at(-1)).toBe(429)
})

test.each([
  ['refused', () => 'corta', 422],
  ['made', () => `otra frase larga ${crypto.randomUUID()}`, 204],
])('a change of the password that is %s forgives no wrong code', async (_, newPasswordOf, status) => {
  const { person } = await administrator()
  let current = password
  const guess = (code: string) => confirm(person, { password: current, totp: code })
  for (let i = 0; i < 4; i++) expect((await guess(`00000${i}`)).status).toBe(422)
  const newPassword = newPasswordOf()
  const change = { currentPassword: current, newPassword }
  expect((await app.call(person, 'POST', '/auth/password', change)).status).toBe(status)
  if (status === 204) current = newPassword

  expect((await guess('000004')).status).toBe(422)
  await stretchPauses(app)
  expect((await guess('000005')).status).toBe(429)
})

test('without a second factor the password is enough, but does not open platform routes', async () => {
  const admin = await app.world.person({ password, labels: ['platformAdmin'], secondFactor: false })
  expect((await confirm(admin, { password, totp: '123456' })).status).toBe(200)
  expect(await act(admin)).toBe('mfa_required')
})

test('a session from before the second factor is upgraded by confirming', async () => {
  const { person, secret } = await administrator()
  await app.admin.query('update identity.sessions set second_factor_at = null where account_id = $1', [
    person.id,
  ])
  expect(await act(person)).toBe('mfa_required')
  expect((await confirm(person, { password, totp: codeOf(secret) })).status).toBe(200)
  expect(await act(person)).toBe('setting_not_found')
})

test('when the platform waives the second factor, it asks for no confirmation either', async () => {
  const admin = await app.world.person({ labels: ['platformAdmin'], confirmed: false })
  expect(await act(admin)).toBe('confirmation_required')
  const waive = (value: string) =>
    app.admin.query(
      `insert into settings.settings (key, value) values ('platform.second_factor_required', $1)
         on conflict (key) do update set value = excluded.value`,
      [value],
    )
  await waive('false')
  expect(await act(admin)).toBe('setting_not_found')
  for (const unreadable of ['"false"', 'null', 'true']) {
    await waive(unreadable)
    expect(await act(admin)).toBe('confirmation_required')
  }
})

test('a session that does not exist cannot be confirmed', async () => {
  expect((await confirm(undefined, { password })).status).toBe(401)
})
