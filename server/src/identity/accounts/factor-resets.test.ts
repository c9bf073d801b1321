import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { lostFactorsOf, password, resetsPath as path, reason } from '../../../test/lost-factors.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let mail: MailServer
let chief: Person
let lost: ReturnType<typeof lostFactorsOf>

beforeAll(async () => {
  mail = await startMailServer()
  app = await startProduct(
    { MOSTRADOR_WORKER: 'on', SMTP_URL: mail.url, MAIL_FROM: 'Mostrador <no-responder@example.test>' },
    { times: { pauseScale: 0.001 } },
  )
  lost = lostFactorsOf(app)
  chief = await app.world.person({ labels: ['platformAdmin'], name: 'Ana Ruiz' })
})
beforeEach(() => app.admin.query('delete from identity.sign_in_attempts'))
afterAll(async () => {
  await app.close()
  await mail.close()
})

const keepOwn = (as: Pick<Person, 'token'>) => app.call(as, 'DELETE', '/auth/second-factor-resets/current')
const keepByLink = (token: string) =>
  app.call(undefined, 'POST', '/auth/second-factor-resets/cancel', { token })
const waiting = async (as: Pick<Person, 'token'>) =>
  (await app.call(as, 'GET', path)).body.items as { id: string; account: { id: string } }[]
const me = async (as: Pick<Person, 'token'>) => (await app.call(as, 'GET', '/auth/me')).body.account

const mailsTo = (email: string) => mail.received.filter((text) => text.includes(`To: ${email}`))
async function mailedTo(email: string): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBeGreaterThan(0)
  return mailsTo(email).at(-1) as string
}
const tokenIn = (text: string) => /\/verificacion#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''

test('a lost second factor is removed a day after another administrator requested it, and a new one is enrolled', async () => {
  const person = await lost.enrolled({ labels: ['platformAdmin'], name: 'Luz Paz' })
  const made = await lost.ask(chief, person.email.toUpperCase())
  expect(made).toMatchObject({
    status: 201,
    body: {
      account: { id: person.id, email: person.email, name: person.name },
      requestedBy: chief.name,
      reason,
    },
  })
  const { id, createdAt, takesEffectAt } = made.body
  expect(Date.parse(takesEffectAt) - Date.parse(createdAt)).toBe(24 * 3_600_000)
  expect((await me(person)).secondFactorResetAt).toBe(takesEffectAt)
  const letter = await mailedTo(person.email)
  expect(letter).toContain('Se quitará tu verificación en dos pasos')
  expect(letter).toContain('Hola, Luz Paz')
  expect(letter).toContain('Ana Ruiz pidió')

  await lost.passHours(person.id, 23)
  expect(await lost.finish()).toEqual({ finished: 0 })
  expect((await lost.signIn(person.email)).body.code).toBe('second_factor_required')
  expect((await app.call(person, 'GET', '/platform/settings')).status).toBe(200)

  await lost.passHours(person.id, 1)
  await lost.finish()
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
  expect(await lost.hasFactor(person.id)).toEqual({ factor: false, codes: 0 })
  const again = (await lost.signIn(person.email)).body
  expect(await me(again)).toMatchObject({ secondFactor: false, secondFactorResetAt: null })
  expect((await app.call(again, 'GET', '/platform/settings')).body.code).toBe('mfa_required')
  const { secret } = (await app.call(again, 'POST', '/auth/totp', { password })).body
  await app.call(again, 'POST', '/auth/totp/confirm', { code: generateSync({ secret }) })
  expect((await app.call(again, 'GET', '/platform/settings')).status).toBe(200)

  const [requested, reset, ...more] = await lost.audited(person.id)
  expect(more).toEqual([])
  expect(requested).toMatchObject({
    action: 'second_factor.reset_requested',
    userId: chief.id,
    before: { secondFactor: true },
    after: { resetId: id, reason },
  })
  expect(reset).toMatchObject({
    action: 'second_factor.reset',
    before: { secondFactor: true, recoveryCodes: 10 },
    after: { secondFactor: false, resetId: id, requestedBy: chief.id, reason, endedSessions: 1 },
  })
  expect(await lost.finish()).toEqual({ finished: 0 })
  expect((await lost.hasFactor(person.id)).factor).toBe(true)
})

test('the person keeps the second factor from any signed-in screen, once', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  expect((await keepOwn(person)).status).toBe(204)
  expect((await keepOwn(person)).body).toMatchObject({ status: 409, code: 'invalid_transition' })
  expect((await me(person)).secondFactorResetAt).toBeNull()
  await lost.passHours(person.id, 25)
  expect(await lost.finish()).toEqual({ finished: 0 })
  expect(await lost.hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  const [, cancelled] = await lost.audited(person.id)
  expect(cancelled).toMatchObject({
    userId: person.id,
    before: { requestedBy: chief.id },
    after: { by: 'person' },
  })
})

test('one person cannot cancel the reset of another', async () => {
  const person = await lost.enrolled()
  const other = await lost.enrolled()
  const id = await lost.asked(chief, person)
  expect((await keepOwn(other)).body.code).toBe('invalid_transition')
  expect((await lost.keep(other, id)).body.code).toBe('forbidden')
  expect((await waiting(chief)).map((reset) => reset.id)).toContain(id)
})

test('the mailed link keeps it once, without signing in, and the log names the person', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  const token = tokenIn(await mailedTo(person.email))
  expect(token).not.toBe('')
  const answers = await Promise.all([keepByLink(token), keepByLink(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await keepByLink(token)).body.code).toBe('reset_link_spent')
  expect((await lost.audited(person.id)).at(-1)).toMatchObject({ userId: person.id, after: { by: 'link' } })
  expect(await waiting(chief)).not.toContainEqual(
    expect.objectContaining({ account: expect.objectContaining({ id: person.id }) }),
  )
})

test('a link whose reset has taken effect, or that never was, is spent', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  const token = tokenIn(await mailedTo(person.email))
  await lost.passHours(person.id, 24)
  await lost.finish()
  expect((await keepByLink(token)).body).toMatchObject({ status: 409, code: 'reset_link_spent' })
  expect((await keepByLink('x'.repeat(43))).body.code).toBe('reset_link_spent')
  expect(await lost.cancelledBy(person.id)).toEqual([])
})

test('a link of a cancelled reset does not cancel the next one', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  const first = tokenIn(await mailedTo(person.email))
  expect((await keepOwn(person)).status).toBe(204)
  await lost.asked(chief, person)
  expect((await keepByLink(first)).body.code).toBe('reset_link_spent')
  expect((await me(person)).secondFactorResetAt).not.toBeNull()
})

test('every administrator of all merchants sees it waiting, and the first one to cancel does', async () => {
  const person = await lost.enrolled()
  const id = await lost.asked(chief, person)
  const other = await app.world.platformAdmin()
  expect(await waiting(other)).toContainEqual(expect.objectContaining({ id, requestedBy: chief.name }))
  expect((await lost.keep(other, id)).status).toBe(204)
  expect((await lost.keep(chief, id)).body).toMatchObject({ status: 404, code: 'not_found' })
  expect((await lost.audited(person.id)).at(-1)).toMatchObject({
    userId: other.id,
    after: { by: 'administrator' },
  })
})

test('nobody requests it for themselves, and the answer says what to do', async () => {
  const admin = await lost.enrolled({ labels: ['platformAdmin'] })
  const refused = await lost.ask(admin, admin.email)
  expect(refused.body).toMatchObject({ status: 403, code: 'forbidden' })
  expect(refused.body.detail).toContain('Another administrator')
  expect(await lost.audited(admin.id)).toEqual([])
})

test('an unknown, a blocked, a bare and a waiting account are refused, each with its reason', async () => {
  expect((await lost.ask(chief, 'nadie@example.test')).body).toMatchObject({ status: 404, code: 'not_found' })
  const blocked = await lost.enrolled()
  await app.world.block(blocked.id)
  expect((await lost.ask(chief, blocked.email)).body.code).toBe('not_found')
  const bare = await app.world.person({ password })
  expect((await lost.ask(chief, bare.email)).body).toMatchObject({
    status: 409,
    code: 'second_factor_not_enrolled',
  })
  const person = await lost.enrolled()
  const answers = await Promise.all([lost.ask(chief, person.email), lost.ask(chief, person.email)])
  expect(answers.map(({ body }) => body.code).sort()).toEqual(['invalid_transition', undefined])
  expect((await app.call(chief, 'POST', path, { email: person.email, reason: 'x' })).status).toBe(422)
  expect((await app.call(chief, 'POST', path, { email: person.email })).status).toBe(422)
  expect(await lost.audited(person.id)).toHaveLength(1)
})

test('only administrators request and see resets, and only after a recent confirmation', async () => {
  const person = await lost.enrolled()
  const operator = await app.world.operator()
  for (const as of [operator, person])
    expect((await lost.ask(as, person.email)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await app.call(operator, 'GET', path)).body.code).toBe('forbidden')
  expect((await lost.ask(undefined, person.email)).status).toBe(401)
  const stale = await app.world.person({ labels: ['platformAdmin'], confirmed: false })
  expect((await lost.ask(stale, person.email)).body.code).toBe('confirmation_required')
  expect(await lost.audited(person.id)).toEqual([])
})

test('a confined administrator reaches people of its merchants only, and learns nothing about others', async () => {
  const mine = await app.world.store()
  const cashier = await app.world.member(mine, 'cashier', await lost.enrolled())
  const both = await app.world.member(mine, 'cashier', await lost.enrolled())
  const elsewhere = await app.world.member(await app.world.store(), 'cashier', await lost.enrolled())
  await app.world.member({ id: elsewhere.storeId, merchantId: elsewhere.merchantId }, 'cashier', both)
  const operator = await lost.enrolled({ labels: ['platformOperator'] })
  // The owner of the merchant, who is platform staff as well.
  const staff = mine.manager
  await app.world.giveLabel(staff.id, 'platformAdmin')
  await app.admin.query('update identity.credentials set totp_enabled_at = now() where account_id = $1', [
    staff.id,
  ])
  const confined = await app.world.platformAdmin()
  await app.admin.query(
    'insert into platform.admin_assignments (account_id, merchant_id, assigned_by) values ($1, $2, $3)',
    [confined.id, mine.merchantId, chief.id],
  )
  const own = await lost.ask(confined, cashier.email)
  expect(own.status, own.text).toBe(201)
  const unknown = await lost.ask(confined, 'nadie@example.test')
  expect(unknown.body).toMatchObject({ status: 403, code: 'forbidden' })
  const { requestId: _one, ...said } = unknown.body
  for (const { email } of [both, elsewhere, operator, staff, await lost.enrolled()]) {
    const { requestId: _other, ...answer } = (await lost.ask(confined, email)).body
    expect(answer).toEqual(said)
  }
  const foreign = await lost.asked(chief, elsewhere)
  expect((await waiting(confined)).map(({ id }) => id)).toEqual([own.body.id])
  expect((await lost.keep(confined, foreign)).body.code).toBe('not_found')
  expect((await lost.keep(confined, own.body.id)).status).toBe(204)
})

test('the mail is in the language of the administrator’s screen', async () => {
  const person = await lost.enrolled()
  expect((await lost.ask(chief, person.email, { 'accept-language': 'en' })).status).toBe(201)
  const letter = await mailedTo(person.email)
  expect(letter).toContain('Your two-step verification will be removed')
  expect(letter).toMatch(/will be removed on \w+ \d{1,2}, \d{4} at \d{1,2}:\d{2}/)
  expect(letter).toContain('Mexico City time')
})

test('the token of the link is in no log, table, queue or audit entry', async () => {
  const person = await lost.enrolled()
  await lost.asked(chief, person)
  const token = tokenIn(await mailedTo(person.email))
  await expect
    .poll(
      async () =>
        (await app.admin.query('select status from identity.mails where to_address = $1', [person.email]))
          .rows,
    )
    .toEqual([{ status: 'SENT' }])
  expect((await keepByLink(token)).status).toBe(204)
  const { rows } = await app.admin.query(
    `select (select string_agg(t::text, ' ') from dbos.workflow_status t) as queue,
            (select string_agg(t::text, ' ') from identity.mails t) as mails,
            (select string_agg(t::text, ' ') from identity.second_factor_resets t) as resets,
            (select string_agg(t::text, ' ') from audit.log t) as audit`,
  )
  const hex = Buffer.from(token).toString('hex')
  for (const text of [...Object.values(rows[0] as Record<string, string>), app.logLines.join('\n')]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(hex)
  }
})
