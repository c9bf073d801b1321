import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { endPauses, stretchPauses } from '../../../test/pauses.ts'

let app: App
const password = 'tres tristes tigres tragan trigo'

beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.close())

const signIn = (email: string, typed: string, headers?: Record<string, string>) =>
  app.call(undefined, 'POST', '/auth/sessions', { email, password: typed }, headers)

/** The problem without its request-specific members. */
const sameFor = (body: Record<string, unknown>) => ({ ...body, requestId: '' })

/** Makes an account look as if nobody had signed in to it from here, so that the account's counter counts. */
const forgetAddress = (accountId: string) =>
  app.admin.query(`update identity.sessions set address = '10.9.9.9' where account_id = $1`, [accountId])

test('a session opens with the right password, and the token works as bearer and as cookie', async () => {
  const person = await app.world.person({ password })
  const answer = await signIn(person.email.toUpperCase(), password)
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { token, account } = answer.body
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(account).toEqual({ id: person.id, email: person.email, name: person.name })

  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toBe(`mostrador=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict`)
  const byCookie = await app.call(undefined, 'GET', '/auth/me', undefined, { cookie: `mostrador=${token}` })
  expect(byCookie.body.account.id).toBe(person.id)
  expect((await app.call({ token }, 'GET', '/auth/me')).body.account.id).toBe(person.id)
})

test('the database keeps a hash of the token, and its expiry', async () => {
  const person = await app.world.person({ password })
  const { token } = (await signIn(person.email, password)).body
  const { rows } = await app.admin.query(
    `select s::text as all, expires_at - created_at = interval '30 days' as month,
            idle_until - created_at = interval '12 hours' as half_a_day, host(address) as address
       from identity.sessions s where token_hash = sha256($1)`,
    [Buffer.from(token)],
  )
  expect(rows).toMatchObject([{ month: true, half_a_day: true, address: '127.0.0.1' }])
  expect(rows[0].all).not.toContain(token)
})

test('a wrong password, an unknown, a blocked and an uninvited account get the same answer', async () => {
  const known = await app.world.person({ password })
  const blocked = await app.world.person({ password })
  const uninvited = await app.world.person()
  await app.world.block(blocked.id)
  const answers = await Promise.all([
    signIn(known.email, 'not the password at all'),
    signIn('nobody@example.test', password),
    signIn(blocked.email, password),
    signIn(uninvited.email, password),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(sameFor(answer.body)).toEqual(sameFor(answers[0].body))
  }
  expect(answers[0].body.code).toBe('invalid_credentials')
})

test('every refused attempt is audited with its account, if there is one, and without what was typed', async () => {
  const person = await app.world.person({ password })
  await signIn(person.email, 'a-mistyped-secret')
  await signIn('somebody-else@example.test', 'a-mistyped-secret')
  const { rows } = await app.admin.query(
    `select entity_id, after, l::text as all from audit.log l where action = 'session.refused' order by id desc limit 2`,
  )
  expect(rows).toMatchObject([
    { entity_id: null, after: { reason: 'unknown_account', address: '127.0.0.1' } },
    { entity_id: person.id, after: { reason: 'wrong_password' } },
  ])
  for (const row of rows) expect(row.all).not.toContain('a-mistyped-secret')
})

test.each([
  ['an account', true],
  ['an e-mail without an account', false],
])('after five failures %s is paused, longer each time, whether it exists or not', async (_what, exists) => {
  const email = exists ? (await app.world.person({ password })).email : 'ghost@example.test'
  await app.admin.query(`update identity.sessions set address = '10.9.9.9'`)
  await app.admin.query(`delete from identity.sign_in_attempts`)
  const pauses: number[] = []
  for (let i = 1; i <= 9; i++) {
    expect((await signIn(email, `wrong number ${i}`)).status).toBe(401)
    const { rows } = await app.admin.query(
      `select extract(epoch from blocked_until - last_failed_at)::int as pause from identity.sign_in_attempts
        where subject like 'account:%'`,
    )
    pauses.push(rows[0].pause)
    await endPauses(app)
  }
  expect(pauses).toEqual([null, null, null, null, 1, 2, 4, 8, 16])

  expect((await signIn(email, 'wrong once more')).status).toBe(401)
  await stretchPauses(app)
  const paused = await signIn(email, password)
  expect(paused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(3600)
  const { rows } = await app.admin.query(
    `select count(*)::int as n from audit.log where action = 'session.throttled'
       and (after ->> 'pauseSeconds')::int >= 15`,
  )
  expect(rows[0].n).toBeGreaterThan(0)
})

test('a thousand parallel attempts do not bypass the limit', async () => {
  const person = await app.world.person({ password })
  await forgetAddress(person.id)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn(person.email, `guess ${i}`)))
  const judged = answers.filter(({ status }) => status === 401)
  // Five, and a few more if a slow machine outlasts the first pauses.
  expect(judged.length).toBeLessThanOrEqual(8)
  expect(answers.filter(({ status }) => status === 429).length).toBe(40 - judged.length)
})

test('signing in clears the failures of the account', async () => {
  const person = await app.world.person({ password })
  await forgetAddress(person.id)
  for (let round = 0; round < 3; round++) {
    // The failures of the address stay: a whole street may share it.
    await app.admin.query(`delete from identity.sign_in_attempts where subject like 'address:%'`)
    for (let i = 0; i < 4; i++) expect((await signIn(person.email, 'wrong')).status).toBe(401)
    await forgetAddress(person.id)
    expect((await signIn(person.email, password)).status).toBe(201)
    await forgetAddress(person.id)
  }
})

test('strangers who fail cannot lock out an address that the account signs in from', async () => {
  const person = await app.world.person({ password })
  await forgetAddress(person.id)
  await app.admin.query(`delete from identity.sign_in_attempts`)
  for (let i = 0; i < 5; i++) await signIn(person.email, 'a stranger guesses')
  await stretchPauses(app)
  expect((await signIn(person.email, password)).status).toBe(429)
  // The same address, once this account has signed in from it.
  await app.admin.query(`update identity.sessions set address = '127.0.0.1' where account_id = $1`, [
    person.id,
  ])
  expect((await signIn(person.email, password)).status).toBe(201)
  // … which is still paused for its own failures.
  for (let i = 0; i < 5; i++) expect((await signIn(person.email, 'the neighbour guesses')).status).toBe(401)
  await stretchPauses(app)
  expect((await signIn(person.email, password)).status).toBe(429)
})

test('an address that tries many accounts is paused for every account', async () => {
  await app.admin.query(`update identity.sessions set address = '10.9.9.9'`)
  await app.admin.query(`delete from identity.sign_in_attempts`)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    statuses.push((await signIn(`spray${i}@example.test`, 'Verano2026!')).status)
    await stretchPauses(app)
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.slice(10)).toEqual([429, 429])
  await app.admin.query(`delete from identity.sign_in_attempts`)
})

test('an hour without a failure forgets what came before', async () => {
  const person = await app.world.person({ password })
  await forgetAddress(person.id)
  for (let i = 0; i < 5; i++) await signIn(person.email, 'wrong')
  await app.admin.query(`update identity.sign_in_attempts
    set last_failed_at = now() - interval '61 minutes', blocked_until = now() - interval '1 minute'`)
  for (let i = 0; i < 4; i++) expect((await signIn(person.email, 'wrong')).status).toBe(401)
  expect((await signIn(person.email, password)).status).toBe(201)
})

test('a session ends by signing out, and the others live on', async () => {
  const person = await app.world.person({ password })
  const first = (await signIn(person.email, password)).body
  const second = (await signIn(person.email, password)).body
  const out = await app.call(first, 'DELETE', '/auth/sessions/current')
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toContain('mostrador=; Path=/; Max-Age=0')
  expect((await app.call(first, 'GET', '/auth/me')).status).toBe(401)
  expect((await app.call(second, 'GET', '/auth/me')).status).toBe(200)
  expect((await app.call(second, 'DELETE', '/auth/sessions')).status).toBe(204)
  for (const session of [second, person])
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
})

test.each([
  ['idle for too long', `idle_until = now() - interval '1 second'`],
  ['too old, however busy', `expires_at = now() - interval '1 second'`],
])('a session that is %s is over', async (_what, change) => {
  const person = await app.world.person()
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(200)
  await app.admin.query(`update identity.sessions set ${change} where account_id = $1`, [person.id])
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
})

test('using a session extends it, but never beyond its month', async () => {
  const person = await app.world.person()
  const minutes = async () => {
    const { rows } = await app.admin.query(
      `select extract(epoch from idle_until - now()) / 60 as idle, extract(epoch from now() - last_seen_at) as seen
         from identity.sessions where account_id = $1`,
      [person.id],
    )
    return { idle: Math.round(rows[0].idle), seen: Math.round(rows[0].seen) }
  }
  await app.admin.query(
    `update identity.sessions set last_seen_at = now() - interval '1 hour', idle_until = now() + interval '11 hours'
      where account_id = $1`,
    [person.id],
  )
  await app.call(person, 'GET', '/auth/me')
  await expect.poll(minutes).toMatchObject({ idle: 720, seen: 0 })
  await app.admin.query(
    `update identity.sessions set last_seen_at = now() - interval '1 hour', expires_at = now() + interval '30 minutes'
      where account_id = $1`,
    [person.id],
  )
  await app.call(person, 'GET', '/auth/me')
  await expect.poll(minutes).toMatchObject({ idle: 30, seen: 0 })
})

test('signing in deletes sessions that ended long ago', async () => {
  const person = await app.world.person({ password })
  const sessions = async () => {
    const { rows } = await app.admin.query(
      'select count(*)::int as n from identity.sessions where account_id = $1',
      [person.id],
    )
    return rows[0].n
  }
  await app.admin.query(
    `update identity.sessions set expires_at = now() - interval '31 days' where account_id = $1`,
    [person.id],
  )
  await signIn(person.email, password)
  expect(await sessions()).toBe(1)
  await signIn(person.email, password)
  expect(await sessions()).toBe(2)
})

test('changing the password ends every other session, and the old password stops working', async () => {
  const person = await app.world.person({ password })
  const here = (await signIn(person.email, password)).body
  const newPassword = 'pablito clavó un clavito'
  const change = (body: unknown) => app.call(here, 'POST', '/auth/password', body)

  expect(await change({ currentPassword: 'a wrong one', newPassword })).toMatchObject({
    status: 403,
    body: { code: 'reauthentication_required' },
  })
  expect(await change({ currentPassword: password, newPassword: 'corto' })).toMatchObject({
    status: 422,
    body: { code: 'weak_password', errors: [{ path: '/newPassword' }] },
  })
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(200)
  expect((await change({ currentPassword: password, newPassword })).status).toBe(204)
  expect((await app.call(here, 'GET', '/auth/me')).status).toBe(200)
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
  expect((await signIn(person.email, password)).status).toBe(401)
  expect((await signIn(person.email, newPassword)).status).toBe(201)
})

test('guessing the password from within a session is paused', async () => {
  const person = await app.world.person({ password })
  const guess = () =>
    app.call(person, 'POST', '/auth/password', { currentPassword: 'a guess', newPassword: 'x'.repeat(20) })
  for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(403)
  await stretchPauses(app)
  expect((await guess()).status).toBe(429)
})

test.each([
  [{}, ['/email', '/password']],
  [{ email: 'a@b.mx', password: '' }, ['/password']],
  [{ email: 'a@b.mx', password: 'x', extra: 1 }, ['/extra']],
  [{ email: 'a@b.mx', password: 7 }, ['/password']],
])('%j is not a valid sign-in request', async (body, paths) => {
  const answer = await app.call(undefined, 'POST', '/auth/sessions', body)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  expect(answer.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(paths)
})

test('over https the cookie is bound to the host and to TLS', async () => {
  const secure = await startProduct({ PUBLIC_URL: 'https://pos.example.test' })
  try {
    const person = await secure.world.person({ password })
    const answer = await secure.call(undefined, 'POST', '/auth/sessions', { email: person.email, password })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-mostrador=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    )
  } finally {
    await secure.close()
  }
})
