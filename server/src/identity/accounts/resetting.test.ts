import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { stretchPauses } from '../../../test/pauses.ts'
import { newToken } from '../../authorization/one-time-token.ts'

let app: App
let mail: MailServer
const password = 'tres tristes tigres tragan trigo'
const newPassword = 'pablito clavó un clavito'

beforeAll(async () => {
  mail = await startMailServer()
  app = await startProduct(
    { MOSTRADOR_WORKER: 'on', SMTP_URL: mail.url, MAIL_FROM: 'Mostrador <no-responder@example.test>' },
    { times: { pauseScale: 0.001 } },
  )
})
beforeEach(async () => {
  mail.received.length = 0
  mail.recipients.length = 0
  mail.behave('accept')
  await app.admin.query('delete from identity.sign_in_attempts')
})
afterAll(async () => {
  await app.close()
  await mail.close()
})

const ask = (email: string, headers?: Record<string, string>) =>
  app.call(undefined, 'POST', '/auth/password-resets', { email }, headers)
const redeem = (token: string, chosen = newPassword) =>
  app.call(undefined, 'POST', '/auth/password-resets/redeem', { token, password: chosen })
const signIn = (email: string, chosen: string, more: object = {}) =>
  app.call(undefined, 'POST', '/auth/sessions', { email, password: chosen, ...more })
const linkIn = (text = '') => /\/recuperar#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''

/** The link of the next mail to this address; mails of earlier tests may still arrive. */
async function mailedLink(email: string): Promise<string> {
  const sent = () => mail.received.filter((text) => text.toLowerCase().includes(`to: ${email.toLowerCase()}`))
  const before = sent().length
  expect((await ask(email)).status).toBe(202)
  await expect.poll(() => sent().length).toBe(before + 1)
  return linkIn(sent().at(-1))
}
const mailsTo = async (address: string) =>
  (await app.admin.query('select status, token_sealed from identity.mails where to_address = $1', [address]))
    .rows

test('a mailed link sets a new password once, and ends every session', async () => {
  const person = await app.world.person({ password })
  const token = await mailedLink(person.email.toUpperCase())
  expect(token).not.toBe('')
  expect((await redeem(token, 'corta')).body.code).toBe('weak_password')
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(200)
  const answers = await Promise.all([redeem(token), redeem(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
  expect((await signIn(person.email, password)).status).toBe(401)
  expect((await signIn(person.email, newPassword)).status).toBe(201)
  expect((await redeem(token)).body.code).toBe('reset_link_spent')
  const { rows } = await app.admin.query(
    `select action from audit.log where entity_id = $1 and action like 'password%' order by id`,
    [person.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['password_reset.issued', 'password.changed'])
})

test('a mailed link proves the address, which lets the platform give rights to its account', async () => {
  const person = await app.world.person({ password })
  await app.admin.query('update identity.credentials set address_proved_at = null where account_id = $1', [
    person.id,
  ])
  const admin = await app.world.platformAdmin()
  const grant = () =>
    app.call(admin, 'POST', '/platform/roles', { email: person.email, label: 'platformOperator' })
  expect((await grant()).body.code).toBe('email_unproved')
  expect((await redeem(await mailedLink(person.email))).status).toBe(204)
  expect((await grant()).status).toBe(201)
})

test('the mail is in the language of the screen', async () => {
  const person = await app.world.person({ password })
  const received = () => mail.received.filter((text) => text.includes(`To: ${person.email}`))
  await ask(person.email)
  await expect.poll(() => received().length).toBe(1)
  expect(received()[0]).toContain('Elige una contraseña nueva')
  await ask(person.email, { 'accept-language': 'en' })
  await expect.poll(() => received().length).toBe(2)
  expect(received()[1]).toContain('Choose a new password')
})

test('an unknown address gets the same answer, no mail, and leaves nothing behind', async () => {
  const person = await app.world.person({ password })
  const known = await ask(person.email)
  const unknown = await ask('nadie@example.test')
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  await expect.poll(() => mailsTo('nadie@example.test')).toEqual([])
  await expect.poll(() => mail.recipients).toContain(person.email)
  expect(mail.recipients).not.toContain('nadie@example.test')
})

test('whoever lost the password in a restored database gets a mail, and whoever has not joined yet gets none', async () => {
  const joining = { email: `${crypto.randomUUID()}@example.test`, name: 'Todavía no' }
  await app.admin.query('select identity.open_account($1, $2)', [joining.email, joining.name])
  await ask(joining.email)
  await expect.poll(() => mailsTo(joining.email)).toEqual([])
  const person = await app.world.person({ password })
  await app.admin.query('select identity.forget_password($1)', [person.id])
  expect((await redeem(await mailedLink(person.email))).status).toBe(204)
  expect((await signIn(person.email, newPassword)).status).toBe(201)
  expect(mail.recipients).not.toContain(joining.email)
})

test('asking is limited for each address typed, known or not', async () => {
  const person = await app.world.person({ password })
  for (const email of [person.email, 'nadie@example.test']) {
    await app.admin.query('delete from identity.sign_in_attempts')
    for (let no = 0; no < 5; no++) expect((await ask(email)).status).toBe(202)
    await stretchPauses(app)
    const refused = await ask(email)
    expect(refused.body).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(person.email, password)).status).toBe(201)
  }
  await expect
    .poll(async () => (await mailsTo(person.email)).every(({ status }) => status === 'SENT'))
    .toBe(true)
})

test('a link lasts half an hour, and a newer one replaces it', async () => {
  const person = await app.world.person({ password })
  const first = await mailedLink(person.email)
  const second = await mailedLink(person.email)
  expect((await redeem(first)).body.code).toBe('reset_link_spent')
  const age = (minutes: number) =>
    app.admin.query(
      `update identity.password_resets set expires_at = created_at + interval '30 minutes' - $2 * interval '1 minute'
        where account_id = $1`,
      [person.id, minutes],
    )
  await age(30)
  expect((await redeem(second)).body.code).toBe('reset_link_spent')
  await age(29)
  expect((await redeem(second)).status).toBe(204)
})

test('a mail that is tried again late does not end the link of a newer one, and is not sent', async () => {
  const person = await app.world.person({ password })
  const write = async () => {
    const { token, tokenHash } = newToken()
    const { rows } = await app.admin.query(
      `insert into identity.mails (id, kind, to_address, language, facts, token_hash, token_sealed, status)
       values (app.uuid_v7(), 'password_reset', $1, 'es', '{}', $2, 'x', 'WAITING') returning id`,
      [person.email, tokenHash],
    )
    return { token, id: rows[0].id as string }
  }
  const begin = async ({ id }: { id: string }) =>
    (await app.admin.query('select to_address from identity.begin_mail($1)', [id])).rowCount
  const defer = ({ id }: { id: string }) => app.admin.query(`select identity.end_mail($1, 'WAITING')`, [id])
  const [older, newer] = [await write(), await write()]
  for (const each of [older, newer]) {
    expect(await begin(each)).toBe(1)
    await defer(each)
  }
  expect(await begin(older)).toBe(0)
  expect(await begin(newer)).toBe(1)
  expect(await mailsTo(person.email)).toMatchObject([{ status: 'SENDING' }])
  expect((await redeem(older.token)).body.code).toBe('reset_link_spent')
  expect((await redeem(newer.token)).status).toBe(204)
})

test('changing the password ends the links that are still open', async () => {
  const person = await app.world.person({ password })
  const token = await mailedLink(person.email)
  const change = { currentPassword: password, newPassword: 'compadre, cómpreme un coco' }
  expect((await app.call(person, 'POST', '/auth/password', change)).status).toBe(204)
  expect((await redeem(token)).body.code).toBe('reset_link_spent')
  expect((await signIn(person.email, change.newPassword)).status).toBe(201)
})

test('of two links that are issued at the same time, one is open', async () => {
  const person = await app.world.person({ password })
  const issue = (client: { query: App['admin']['query'] }) =>
    client.query(`select identity.issue_reset($1, $2, 'machine')`, [person.id, newToken().tokenHash])
  const first = await app.admin.connect()
  try {
    await first.query('begin')
    await issue(first)
    const second = issue(app.admin)
    await expect.poll(() => lockWaits(app.name, 'issue_reset')).toBe(1)
    await first.query('commit')
    await second
  } finally {
    first.release()
  }
  const open = await app.admin.query(
    'select from identity.password_resets where account_id = $1 and ended_at is null',
    [person.id],
  )
  expect(open.rowCount).toBe(1)
})

test('the second factor is still asked for after a new password', async () => {
  const person = await app.world.person({ password, secondFactor: false })
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  const code = generateSync({ secret })
  expect((await app.call(person, 'POST', '/auth/totp/confirm', { code })).status).toBe(200)
  expect((await redeem(await mailedLink(person.email))).status).toBe(204)
  expect((await signIn(person.email, newPassword)).body.code).toBe('second_factor_required')
})

test('a blocked account gets no link', async () => {
  const person = await app.world.person({ password })
  const token = await mailedLink(person.email)
  await app.world.block(person.id)
  expect((await redeem(token)).body.code).toBe('reset_link_spent')
  await ask(person.email)
  await expect.poll(async () => (await mailsTo(person.email)).map(({ status }) => status)).toEqual(['SENT'])
  expect(mail.recipients.filter((address) => address === person.email)).toHaveLength(1)
})

test('a mail that the server defers is tried again, and the same link arrives once', async () => {
  const person = await app.world.person({ password })
  mail.behave('defer', 'defer', 'accept')
  expect((await redeem(await mailedLink(person.email))).status).toBe(204)
  expect(await mailsTo(person.email)).toEqual([{ status: 'SENT', token_sealed: null }])
})

test('a mail that may have been accepted is not sent again', async () => {
  const person = await app.world.person({ password })
  mail.behave('hang up after the text', 'accept')
  await ask(person.email)
  await expect.poll(() => mailsTo(person.email)).toEqual([{ status: 'UNCLEAR', token_sealed: null }])
  expect(mail.received.filter((text) => text.includes(`To: ${person.email}`))).toHaveLength(1)
})

test('a mail that a dead process was sending is not sent again', async () => {
  const person = await app.world.person({ password })
  const id = '01900000-0000-7000-8000-00000000abcd'
  await app.admin.query(
    `insert into identity.mails (id, kind, to_address, language, facts, token_hash, token_sealed, status)
     values ($1, 'password_reset', $2, 'es', '{}', 'x', 'x', 'SENDING')`,
    [id, person.email],
  )
  await app.admin.query(
    `select app.enqueue_work('mail.send', 'mail:' || $1, jsonb_build_object('mailId', $1::text))`,
    [id],
  )
  await expect.poll(() => mailsTo(person.email)).toEqual([{ status: 'UNCLEAR', token_sealed: null }])
  expect(mail.recipients).toEqual([])
})

test('a mail to a mailbox that does not exist is given up at once', async () => {
  const person = await app.world.person({ password })
  mail.behave('refuse', 'accept')
  await ask(person.email)
  await expect.poll(() => mailsTo(person.email)).toEqual([{ status: 'REFUSED', token_sealed: null }])
  expect(mail.received).toEqual([])
})

test('no token is in the log, the audit log, the queue or any table', async () => {
  const person = await app.world.person({ password })
  const token = await mailedLink(person.email)
  await redeem(token)
  const { rows } = await app.admin.query(
    `select (select string_agg(t::text, ' ') from dbos.workflow_status t) as queue,
            (select string_agg(t::text, ' ') from identity.mails t) as mails,
            (select string_agg(t::text, ' ') from audit.log t) as audit`,
  )
  const hex = Buffer.from(token).toString('hex')
  for (const text of [...Object.values(rows[0] as Record<string, string>), app.logLines.join('\n')]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(hex)
  }
})
