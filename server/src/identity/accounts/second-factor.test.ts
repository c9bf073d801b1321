import { generateSync } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { stretchPauses } from '../../../test/pauses.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
const password = 'tres tristes tigres tragan trigo'

beforeAll(async () => {
  app = await sharedProduct()
})

/** The code of an app, now or some steps of 30 seconds away. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps })

const signIn = (email: string, totp?: string, typed = password) =>
  app.call(undefined, 'POST', '/auth/sessions', {
    email,
    password: typed,
    ...(totp !== undefined && { totp }),
  })

/** A code works once and time passes slowly in a test: forgets which step was used last. */
const forgetStep = (id: string) =>
  app.admin.query('update identity.credentials set totp_last_step = null where account_id = $1', [id])

async function enrol(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  const confirmed = await app.call(person, 'POST', '/auth/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  await forgetStep(person.id)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes }
}

test('enrolling takes the password, then the first code, and counts for that session', async () => {
  const admin = await app.world.person({ password, labels: ['platformAdmin'], secondFactor: false })
  const settings = () => app.call(admin, 'GET', '/platform/settings')
  expect(await settings()).toMatchObject({ status: 403, body: { code: 'mfa_required' } })

  expect((await app.call(admin, 'POST', '/auth/totp', { password: 'another' })).body.code).toBe(
    'reauthentication_required',
  )
  const begun = await app.call(admin, 'POST', '/auth/totp', { password })
  expect(begun.status).toBe(201)
  expect(begun.headers.get('cache-control')).toBe('no-store')
  expect(begun.body.otpauthUrl).toContain(begun.body.secret)
  expect((await settings()).status).toBe(403)

  const wrong = await app.call(admin, 'POST', '/auth/totp/confirm', { code: codeOf(begun.body.secret, 9) })
  expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_code' } })
  const right = await app.call(admin, 'POST', '/auth/totp/confirm', { code: codeOf(begun.body.secret) })
  expect(right.body.recoveryCodes).toHaveLength(10)
  expect((await settings()).status).toBe(200)
  expect((await app.call(admin, 'GET', '/auth/me')).body.account.secondFactor).toBe(true)
})

test('neither the secret nor a recovery code is stored in plain text', async () => {
  const person = await app.world.person({ password })
  const { secret, recoveryCodes } = await enrol(person)
  const { rows } = await app.admin.query(
    `select h::text || coalesce(string_agg(c::text, ''), '') as all, encode(totp_secret, 'escape') as raw
       from identity.credentials h left join identity.recovery_codes c on c.account_id = h.account_id
      where h.account_id = $1 group by h.*, h.totp_secret`,
    [person.id],
  )
  for (const shown of [secret, ...recoveryCodes]) {
    expect(rows[0].all).not.toContain(shown)
    expect(rows[0].raw).not.toContain(shown)
    expect(rows[0].all).not.toContain(Buffer.from(shown).toString('hex'))
  }
})

test('signing in then takes a code; a session without one opens no platform route', async () => {
  const admin = await app.world.person({ password, labels: ['platformAdmin'], secondFactor: false })
  const { secret } = await enrol(admin)
  expect(await signIn(admin.email)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
  expect((await signIn(admin.email, '000000')).body.code).toBe('invalid_credentials')
  const session = await signIn(admin.email, codeOf(secret))
  expect(session.status).toBe(201)
  expect((await app.call(session.body, 'GET', '/platform/settings')).status).toBe(200)
})

test('a code works once, and earlier codes no longer work', async () => {
  const person = await app.world.person({ password })
  const { secret } = await enrol(person)
  const code = codeOf(secret)
  const answers = await Promise.all([signIn(person.email, code), signIn(person.email, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
  expect((await signIn(person.email, codeOf(secret, -1))).status).toBe(401)
})

test('a recovery code replaces a code once, in any spelling, and is audited', async () => {
  const person = await app.world.person({ password })
  const { recoveryCodes } = await enrol(person)
  const [first = '', second = ''] = recoveryCodes
  expect((await signIn(person.email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(201)
  expect((await signIn(person.email, first)).status).toBe(401)
  expect((await signIn(person.email, second)).status).toBe(201)
  const { rows } = await app.admin.query(
    `select after from audit.log where action = 'recovery_code.used' and entity_id = $1 order by id`,
    [person.id],
  )
  expect(rows.map(({ after }) => after)).toEqual([{ left: 9 }, { left: 8 }])
})

test('the right password without a code neither counts as a failure nor clears one', async () => {
  const person = await app.world.person({ password })
  await enrol(person)
  for (let i = 0; i < 8; i++) expect((await signIn(person.email)).body.code).toBe('second_factor_required')
  // Guessing codes is paused, regardless of other requests in between.
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) {
    statuses.push((await signIn(person.email, `00000${i}`)).status)
    await signIn(person.email)
    await stretchPauses(app)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.at(-1)).toBe(429)
})

test('disabling takes password and code, and labels stop working in every session', async () => {
  const admin = await app.world.person({ password, labels: ['platformAdmin'], secondFactor: false })
  const { secret, recoveryCodes } = await enrol(admin)
  const elsewhere = (await signIn(admin.email, codeOf(secret))).body
  expect((await app.call(elsewhere, 'GET', '/platform/settings')).status).toBe(200)
  await forgetStep(admin.id)

  const disable = (body: unknown) => app.call(admin, 'POST', '/auth/totp/disable', body)
  expect((await disable({ password, code: '000000' })).body.code).toBe('invalid_code')
  expect((await disable({ password: 'another', code: codeOf(secret) })).status).toBe(403)
  expect((await disable({ password, code: codeOf(secret) })).status).toBe(204)
  for (const session of [admin, elsewhere])
    expect((await app.call(session, 'GET', '/platform/settings')).body.code).toBe('mfa_required')
  expect((await disable({ password, code: recoveryCodes[0] })).body.code).toBe('second_factor_not_enrolled')
  expect((await signIn(admin.email)).status).toBe(201)
})

test('the second factor cannot be removed while the password is short', async () => {
  const person = await app.world.person({ password })
  const { secret } = await enrol(person)
  const short = 'k7#Qz9!m'
  const change = { currentPassword: password, newPassword: short }
  expect((await app.call(person, 'POST', '/auth/password', change)).status).toBe(204)
  const refused = await app.call(person, 'POST', '/auth/totp/disable', {
    password: short,
    code: codeOf(secret),
  })
  expect(refused).toMatchObject({ status: 422, body: { code: 'weak_password' } })
})

test('each step requires the one before it', async () => {
  const person = await app.world.person({ password })
  const confirm = () => app.call(person, 'POST', '/auth/totp/confirm', { code: '123456' })
  expect(await confirm()).toMatchObject({ status: 409, body: { code: 'second_factor_not_enrolled' } })
  const { secret } = await enrol(person)
  expect(await confirm()).toMatchObject({ status: 409, body: { code: 'second_factor_enabled' } })
  expect((await app.call(person, 'POST', '/auth/totp', { password })).body.code).toBe('second_factor_enabled')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('a new enrolment replaces one that was never confirmed', async () => {
  const person = await app.world.person({ password })
  const first = (await app.call(person, 'POST', '/auth/totp', { password })).body.secret
  const second = (await app.call(person, 'POST', '/auth/totp', { password })).body.secret
  const confirm = (secret: string) => app.call(person, 'POST', '/auth/totp/confirm', { code: codeOf(secret) })
  expect((await confirm(first)).status).toBe(422)
  expect((await confirm(second)).status).toBe(200)
})
