import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { runCommand } from '../../../test/command.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import type { Person } from '../../../test/world.ts'
import { factorResetJob } from './factor-resetting.ts'

let app: App
let mail: MailServer
let chief: Person
const password = 'tres tristes tigres tragan trigo'
const reason = 'Perdió su teléfono en el mercado'

beforeAll(async () => {
  mail = await startMailServer()
  app = await startProduct(
    { MOSTRADOR_WORKER: 'on', SMTP_URL: mail.url, MAIL_FROM: 'Mostrador <no-responder@example.test>' },
    { times: { pauseScale: 0.001 } },
  )
  chief = await app.world.person({ labels: ['platformAdmin'], name: 'Ana Ruiz' })
})
beforeEach(() => app.admin.query('delete from identity.sign_in_attempts'))
afterAll(async () => {
  await app.close()
  await mail.close()
})

const signIn = (email: string, more: object = {}) =>
  app.call(undefined, 'POST', '/auth/sessions', { email, password, ...more })
const path = '/platform/second-factor-resets'
const ask = (as: Pick<Person, 'token'> | undefined, email: string, headers?: Record<string, string>) =>
  app.call(as, 'POST', path, { email, reason }, headers)
const keep = (as: Pick<Person, 'token'> | undefined, id: string) => app.call(as, 'DELETE', `${path}/${id}`)
const keepOwn = (as: Pick<Person, 'token'>) => app.call(as, 'DELETE', '/auth/second-factor-resets/current')
const keepByLink = (token: string) =>
  app.call(undefined, 'POST', '/auth/second-factor-resets/cancel', { token })
const waiting = async (as: Pick<Person, 'token'>) =>
  (await app.call(as, 'GET', path)).body.items as { id: string; account: { id: string } }[]
/** Runs the job. It is also run by its schedule, so what it returns is not what a test can rely on. */
const finish = () => factorResetJob(app.database).run(undefined, { isLast: true })
const me = async (as: Pick<Person, 'token'>) => (await app.call(as, 'GET', '/auth/me')).body.account

/** A person with a second factor, enrolled as people do, whose session has shown it. */
async function enrolled(options: Parameters<App['world']['person']>[0] = {}) {
  const person = await app.world.person({ password, ...options })
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  const confirmed = await app.call(person, 'POST', '/auth/totp/confirm', { code: generateSync({ secret }) })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { ...person, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

/** A reset requested by the chief; returns its id. */
async function asked(person: Pick<Person, 'email'>): Promise<string> {
  const made = await ask(chief, person.email)
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

/** Lets hours pass for a person's reset, by the clock of the database. */
const passHours = (accountId: string, hours: number) =>
  app.admin.query(
    `update identity.second_factor_resets set created_at = created_at - $2 * interval '1 hour',
            takes_effect_at = takes_effect_at - $2 * interval '1 hour'
      where account_id = $1`,
    [accountId, hours],
  )

const mailsTo = (email: string) => mail.received.filter((text) => text.includes(`To: ${email}`))
async function mailedTo(email: string): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBeGreaterThan(0)
  return mailsTo(email).at(-1) as string
}
const tokenIn = (text: string) => /\/verificacion#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''

/** What the audit log says about a person's resets. */
const audited = async (accountId: string) =>
  (
    await app.admin.query(
      `select action, before, after, user_id as "userId" from audit.log
        where entity_id = $1 and action like 'second_factor.reset%' order by id`,
      [accountId],
    )
  ).rows
const cancelledBy = async (accountId: string) =>
  (await audited(accountId)).filter(({ action }) => action.endsWith('cancelled')).map(({ after }) => after.by)

const hasFactor = async (accountId: string) =>
  (
    await app.admin.query(
      `select a.totp_enabled_at is not null as factor,
              (select count(*)::int from identity.recovery_codes c where c.account_id = a.id) as codes
         from identity.accounts a where a.id = $1`,
      [accountId],
    )
  ).rows[0]

test('a lost second factor is removed a day after another administrator requested it, and a new one is enrolled', async () => {
  const lost = await enrolled({ labels: ['platformAdmin'], name: 'Luz Paz' })
  const made = await ask(chief, lost.email.toUpperCase())
  expect(made).toMatchObject({
    status: 201,
    body: { account: { id: lost.id, email: lost.email, name: lost.name }, requestedBy: chief.name, reason },
  })
  const { id, createdAt, takesEffectAt } = made.body
  expect(Date.parse(takesEffectAt) - Date.parse(createdAt)).toBe(24 * 3_600_000)
  expect((await me(lost)).secondFactorResetAt).toBe(takesEffectAt)
  const letter = await mailedTo(lost.email)
  expect(letter).toContain('Se quitará tu verificación en dos pasos')
  expect(letter).toContain('Hola, Luz Paz')
  expect(letter).toContain('Ana Ruiz pidió')

  await passHours(lost.id, 23)
  expect(await finish()).toEqual({ finished: 0 })
  expect((await signIn(lost.email)).body.code).toBe('second_factor_required')
  expect((await app.call(lost, 'GET', '/platform/settings')).status).toBe(200)

  await passHours(lost.id, 1)
  await finish()
  expect((await app.call(lost, 'GET', '/auth/me')).status).toBe(401)
  expect(await hasFactor(lost.id)).toEqual({ factor: false, codes: 0 })
  const again = (await signIn(lost.email)).body
  expect(await me(again)).toMatchObject({ secondFactor: false, secondFactorResetAt: null })
  expect((await app.call(again, 'GET', '/platform/settings')).body.code).toBe('mfa_required')
  const { secret } = (await app.call(again, 'POST', '/auth/totp', { password })).body
  await app.call(again, 'POST', '/auth/totp/confirm', { code: generateSync({ secret }) })
  expect((await app.call(again, 'GET', '/platform/settings')).status).toBe(200)

  const [requested, reset, ...more] = await audited(lost.id)
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
  expect(await finish()).toEqual({ finished: 0 })
  expect((await hasFactor(lost.id)).factor).toBe(true)
})

test('the person keeps the second factor from any signed-in screen, once', async () => {
  const person = await enrolled()
  await asked(person)
  expect((await keepOwn(person)).status).toBe(204)
  expect((await keepOwn(person)).body).toMatchObject({ status: 409, code: 'invalid_transition' })
  expect((await me(person)).secondFactorResetAt).toBeNull()
  await passHours(person.id, 25)
  expect(await finish()).toEqual({ finished: 0 })
  expect(await hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  const [, cancelled] = await audited(person.id)
  expect(cancelled).toMatchObject({
    userId: person.id,
    before: { requestedBy: chief.id },
    after: { by: 'person' },
  })
})

test('one person cannot cancel the reset of another', async () => {
  const person = await enrolled()
  const other = await enrolled()
  const id = await asked(person)
  expect((await keepOwn(other)).body.code).toBe('invalid_transition')
  expect((await keep(other, id)).body.code).toBe('forbidden')
  expect((await waiting(chief)).map((reset) => reset.id)).toContain(id)
})

test('the mailed link keeps it once, without signing in, and the log names the person', async () => {
  const person = await enrolled()
  await asked(person)
  const token = tokenIn(await mailedTo(person.email))
  expect(token).not.toBe('')
  const answers = await Promise.all([keepByLink(token), keepByLink(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await keepByLink(token)).body.code).toBe('reset_link_spent')
  expect((await audited(person.id)).at(-1)).toMatchObject({ userId: person.id, after: { by: 'link' } })
  expect(await waiting(chief)).not.toContainEqual(
    expect.objectContaining({ account: expect.objectContaining({ id: person.id }) }),
  )
})

test('a link whose reset has taken effect, or that never was, is spent', async () => {
  const person = await enrolled()
  await asked(person)
  const token = tokenIn(await mailedTo(person.email))
  await passHours(person.id, 24)
  await finish()
  expect((await keepByLink(token)).body).toMatchObject({ status: 409, code: 'reset_link_spent' })
  expect((await keepByLink('x'.repeat(43))).body.code).toBe('reset_link_spent')
  expect(await cancelledBy(person.id)).toEqual([])
})

test('a link of a cancelled reset does not cancel the next one', async () => {
  const person = await enrolled()
  await asked(person)
  const first = tokenIn(await mailedTo(person.email))
  expect((await keepOwn(person)).status).toBe(204)
  await asked(person)
  expect((await keepByLink(first)).body.code).toBe('reset_link_spent')
  expect((await me(person)).secondFactorResetAt).not.toBeNull()
})

test('every administrator of all merchants sees it waiting, and the first one to cancel does', async () => {
  const person = await enrolled()
  const id = await asked(person)
  const other = await app.world.platformAdmin()
  expect(await waiting(other)).toContainEqual(expect.objectContaining({ id, requestedBy: chief.name }))
  expect((await keep(other, id)).status).toBe(204)
  expect((await keep(chief, id)).body).toMatchObject({ status: 404, code: 'not_found' })
  expect((await audited(person.id)).at(-1)).toMatchObject({ userId: other.id, after: { by: 'administrator' } })
})

test('nobody requests it for themselves, and the answer says what to do', async () => {
  const admin = await enrolled({ labels: ['platformAdmin'] })
  const refused = await ask(admin, admin.email)
  expect(refused.body).toMatchObject({ status: 403, code: 'forbidden' })
  expect(refused.body.detail).toContain('Another administrator')
  expect(await audited(admin.id)).toEqual([])
})

test('an unknown, a blocked, a bare and a waiting account are refused, each with its reason', async () => {
  expect((await ask(chief, 'nadie@example.test')).body).toMatchObject({ status: 404, code: 'not_found' })
  const blocked = await enrolled()
  await app.admin.query(`update identity.accounts set status = 'BLOCKED' where id = $1`, [blocked.id])
  expect((await ask(chief, blocked.email)).body.code).toBe('not_found')
  const bare = await app.world.person({ password })
  expect((await ask(chief, bare.email)).body).toMatchObject({
    status: 409,
    code: 'second_factor_not_enrolled',
  })
  const person = await enrolled()
  const answers = await Promise.all([ask(chief, person.email), ask(chief, person.email)])
  expect(answers.map(({ body }) => body.code).sort()).toEqual(['invalid_transition', undefined])
  expect((await app.call(chief, 'POST', path, { email: person.email, reason: 'x' })).status).toBe(422)
  expect((await app.call(chief, 'POST', path, { email: person.email })).status).toBe(422)
  expect(await audited(person.id)).toHaveLength(1)
})

test('only administrators request and see resets, and only after a recent confirmation', async () => {
  const person = await enrolled()
  const operator = await app.world.operator()
  for (const as of [operator, person])
    expect((await ask(as, person.email)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await app.call(operator, 'GET', path)).body.code).toBe('forbidden')
  expect((await ask(undefined, person.email)).status).toBe(401)
  const stale = await app.world.person({ labels: ['platformAdmin'], confirmed: false })
  expect((await ask(stale, person.email)).body.code).toBe('confirmation_required')
  expect(await audited(person.id)).toEqual([])
})

test('a confined administrator reaches people of its merchants only, and learns nothing about others', async () => {
  const mine = await app.world.store()
  const cashier = await app.world.member(mine, 'cashier', await enrolled())
  const both = await app.world.member(mine, 'cashier', await enrolled())
  const elsewhere = await app.world.member(await app.world.store(), 'cashier', await enrolled())
  await app.admin.query(
    `insert into shop.memberships (merchant_id, id, store_id, permission_set, account_id, role)
     select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'staff'), $3, 'cashier'`,
    [elsewhere.merchantId, elsewhere.storeId, both.id],
  )
  const operator = await enrolled({ labels: ['platformOperator'] })
  const confined = await app.world.platformAdmin()
  await app.admin.query(
    'insert into platform.admin_assignments (account_id, merchant_id, assigned_by) values ($1, $2, $3)',
    [confined.id, mine.merchantId, chief.id],
  )
  const own = await ask(confined, cashier.email)
  expect(own.status, own.text).toBe(201)
  const unknown = await ask(confined, 'nadie@example.test')
  expect(unknown.body).toMatchObject({ status: 403, code: 'forbidden' })
  const { requestId: _one, ...said } = unknown.body
  for (const { email } of [both, elsewhere, operator, await enrolled()]) {
    const { requestId: _other, ...answer } = (await ask(confined, email)).body
    expect(answer).toEqual(said)
  }
  const foreign = await asked(elsewhere)
  expect((await waiting(confined)).map(({ id }) => id)).toEqual([own.body.id])
  expect((await keep(confined, foreign)).body.code).toBe('not_found')
  expect((await keep(confined, own.body.id)).status).toBe(204)
})

test('a reset takes no effect when who requested it is no administrator any more', async () => {
  const admin = await app.world.platformAdmin()
  const person = await enrolled()
  expect((await ask(admin, person.email)).status).toBe(201)
  await app.world.loseLabels(admin.id)
  await passHours(person.id, 24)
  await finish()
  expect(await hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  expect(await cancelledBy(person.id)).toEqual(['permission_missing'])
})

test('disabling the factor ends a waiting reset, so it does not remove the next one', async () => {
  const person = await enrolled()
  await asked(person)
  const [code] = person.recoveryCodes
  const disabled = await app.call(person, 'POST', '/auth/totp/disable', { password, code })
  expect(disabled.status, disabled.text).toBe(204)
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  await app.call(person, 'POST', '/auth/totp/confirm', { code: generateSync({ secret }) })
  await passHours(person.id, 24)
  expect(await finish()).toEqual({ finished: 0 })
  expect(await hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  expect(await cancelledBy(person.id)).toEqual(['removed'])
})

test('of cancelling and removing at the same time exactly one happens, and the answer says which', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await enrolled()
    const id = await asked(person)
    await passHours(person.id, 24)
    const [kept] = await Promise.all([keep(chief, id), finish(), finish()])
    const { factor } = await hasFactor(person.id)
    expect([kept.status, factor]).toEqual(kept.status === 204 ? [204, true] : [404, false])
    const actions = (await audited(person.id)).map(({ action }) => action)
    expect(actions).toEqual([
      'second_factor.reset_requested',
      factor ? 'second_factor.reset_cancelled' : 'second_factor.reset',
    ])
  }
})

test('a cancellation that commits while the removal waits for it wins', async () => {
  const person = await enrolled()
  const id = await asked(person)
  await passHours(person.id, 24)
  const client = await app.admin.connect()
  try {
    await client.query('begin')
    await client.query('select app.lock_authority($1)', [person.id])
    const removal = finish()
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
  expect(await hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
})

test('a code that was checked before the removal opens no session after it', async () => {
  const person = await enrolled()
  await asked(person)
  await passHours(person.id, 24)
  const client = await app.admin.connect()
  try {
    // Where a sign-in is whose code was right: its session is not open yet.
    await client.query('begin')
    await finish()
    await client.query(
      `select identity.open_session(a.id, a.password_hash, 'x', true, '127.0.0.1', null)
         from identity.accounts a where a.id = $1`,
      [person.id],
    )
    await expect(client.query('select identity.assert_factor($1)', [person.id])).rejects.toThrow(
      'invalid_credentials',
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a password that is too short without a second factor opens no session, and counts as no failure', async () => {
  const person = await enrolled()
  const short = 'k7#Qz9!m'
  const change = { currentPassword: password, newPassword: short }
  expect((await app.call(person, 'POST', '/auth/password', change)).status).toBe(204)
  await asked(person)
  await passHours(person.id, 24)
  await finish()
  for (let attempt = 0; attempt < 7; attempt++) {
    const refused = await signIn(person.email, { password: short })
    expect(refused.body).toMatchObject({ status: 422, code: 'weak_password' })
    expect(refused.body.detail).toContain('15 characters')
  }
  expect((await signIn(person.email, { password: 'k7#Qz9!n' })).body.code).toBe('invalid_credentials')
})

test('the mail is in the language of the administrator’s screen', async () => {
  const person = await enrolled()
  expect((await ask(chief, person.email, { 'accept-language': 'en' })).status).toBe(201)
  const letter = await mailedTo(person.email)
  expect(letter).toContain('Your two-step verification will be removed')
  expect(letter).toMatch(/will be removed on \w+ \d{1,2}, \d{4} at \d{1,2}:\d{2}/)
  expect(letter).toContain('Mexico City time')
})

test('the token of the link is in no log, table, queue or audit entry', async () => {
  const person = await enrolled()
  await asked(person)
  const token = tokenIn(await mailedTo(person.email))
  await expect
    .poll(
      async () =>
        (await app.admin.query('select status from identity.mails where to_address = $1', [person.email])).rows,
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

test('a delay below an hour cannot be stored', async () => {
  const person = await enrolled()
  await asked(person)
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
  const person = await enrolled({ labels: ['platformAdmin'] })
  const usual = await recover(person.email)
  expect([usual.code, usual.out]).toEqual([0, expect.not.stringContaining('second factor')])
  expect(await hasFactor(person.id)).toEqual({ factor: true, codes: 10 })
  const done = await recover('--without-second-factor', person.email)
  expect([done.code, done.out], done.err).toEqual([0, expect.stringContaining('second factor is removed')])
  expect(done.out).toContain('https://pos.example.test/recuperar#token=')
  expect(await hasFactor(person.id)).toEqual({ factor: false, codes: 0 })
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
  expect(await audited(person.id)).toMatchObject([
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
  const person = await enrolled()
  expect(await applied('second_factor.reset', person)).toBe('APPLIED')
  expect((await signIn(person.email)).status).toBe(201)
  expect(await applied('second_factor.reset', person)).toBe('NOTHING')
  // The factor that was enrolled after the reset is lost, and the password alone was not enough any more.
  expect(await applied('second_factor.enabled', person)).toBe('APPLIED')
  expect((await signIn(person.email)).body.code).toBe('invalid_credentials')
})

test('a restored database cancels every waiting reset, and puts none into effect', async () => {
  const person = await enrolled()
  const due = await enrolled()
  await asked(person)
  await asked(due)
  await passHours(due.id, 24)
  await app.admin.query(`select platform.mark_restored('another one', true, null, '[]', '[]')`)
  try {
    expect(await cancelledBy(person.id)).toEqual(['restored'])
    // One that a restored database had not cancelled.
    await app.admin.query(
      `update identity.second_factor_resets set cancelled_at = null where account_id = $1`,
      [due.id],
    )
    expect(await finish()).toEqual({ finished: 0 })
    for (const { id } of [person, due]) expect(await hasFactor(id)).toEqual({ factor: true, codes: 10 })
  } finally {
    await app.admin.query('update platform.restorations set reconciled_at = now()')
  }
})

test('without a mail server nothing is mailed, the delay is that of the installation, and the screen tells', async () => {
  const other = await startProduct({ MOSTRADOR_FACTOR_RESET_HOURS: '2' })
  try {
    const admin = await other.world.platformAdmin()
    const person = await other.world.person({ password })
    await other.admin.query('update identity.accounts set totp_enabled_at = now() where id = $1', [person.id])
    const made = await other.call(admin, 'POST', path, { email: person.email, reason })
    expect(made.status, made.text).toBe(201)
    expect(Date.parse(made.body.takesEffectAt) - Date.parse(made.body.createdAt)).toBe(2 * 3_600_000)
    expect((await other.admin.query('select from identity.mails')).rowCount).toBe(0)
    const profile = (await other.call(person, 'GET', '/auth/me')).body
    expect(profile.account.secondFactorResetAt).toBe(made.body.takesEffectAt)
  } finally {
    await other.close()
  }
})
