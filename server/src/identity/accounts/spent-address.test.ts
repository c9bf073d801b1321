import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'

let app: App
beforeAll(async () => {
  app = await startProduct({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => app.close())

const password = 'correct horse battery 9'
const address = '189.203.7.1'
const signIn = (email: string, typed: string, from = address) =>
  app.call(undefined, 'POST', '/auth/sessions', { email, password: typed }, { 'x-forwarded-for': from })

/** As if many had failed from it. */
const spend = () =>
  app.admin.query(`
    insert into identity.sign_in_attempts (subject, failures, first_failed_at, last_failed_at, blocked_until)
    values ('address:' || identity.network_of('${address}'), 999, now(), now(), now() + interval '10 minutes')
    on conflict (subject) do update set failures = 999, last_failed_at = now(), blocked_until = now() + interval '10 minutes'`)

test('an address that has used up its sign-ins gets one answer for known and unknown accounts', async () => {
  // A person who has signed in from this address before, one who has not, and an address without an account.
  const regular = await app.world.person({ password })
  expect((await signIn(regular.email, password)).status).toBe(201)
  const elsewhere = await app.world.person({ password })
  await spend()
  const bare = ({ status, headers, body }: Awaited<ReturnType<typeof signIn>>) => {
    const { requestId: _, ...rest } = body
    const waits = Number(headers.get('retry-after'))
    expect(waits).toBeGreaterThan(590)
    return JSON.stringify({ status, ...rest }).replaceAll(String(waits), 'N')
  }
  const answers: string[] = []
  for (const email of [
    regular.email,
    elsewhere.email,
    'nobody@example.test',
    regular.email,
    'nobody@example.test',
  ])
    answers.push(bare(await signIn(email, 'not the password 7')))
  expect(new Set(answers)).toEqual(new Set([expect.stringContaining('"status":429')]))
  expect(answers[0]).toContain('too_many_attempts')
  // Wrong until the account's own pause: the answer stays the same.
  for (let no = 0; no < 12; no++)
    expect(bare(await signIn(regular.email, 'not the password 7'))).toBe(answers[0])
  expect(new Set(answers).size).toBe(1)
})

test('a person known at a spent address can still sign in with the right password', async () => {
  const regular = await app.world.person({ password })
  await app.admin.query(`delete from identity.sign_in_attempts`)
  expect((await signIn(regular.email, password)).status).toBe(201)
  await spend()
  expect((await signIn(regular.email, password)).status).toBe(201)
  const stranger = await app.world.person({ password })
  expect((await signIn(stranger.email, password)).status).toBe(429)
})

test('a known and an unknown account cost the same work at a spent address', async () => {
  const regular = await app.world.person({ password, isSlow: true })
  await app.admin.query(`delete from identity.sign_in_attempts`)
  expect((await signIn(regular.email, password)).status).toBe(201)
  await spend()
  const refused = async (email: string) => {
    const count = async () =>
      Number(
        (await app.admin.query(`select count(*) from audit.log where action = 'session.refused'`)).rows[0]
          .count,
      )
    const before = await count()
    // The processor's time and not the clock's, which a busy machine stretches for one of two.
    const began = process.cpuUsage()
    await signIn(email, 'not the password 7')
    const { user, system } = process.cpuUsage(began)
    return { cpuMs: (user + system) / 1000, written: (await count()) - before }
  }
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let no = 0; no < 4; no++) {
    const [known, unknown] = [await refused(regular.email), await refused('nobody@example.test')]
    expect(known.written).toBe(1)
    expect(unknown.written).toBe(1)
    fastest.known = Math.min(fastest.known, known.cpuMs)
    fastest.unknown = Math.min(fastest.unknown, unknown.cpuMs)
  }
  // Without a password to judge, an answer costs almost nothing; judging one costs Argon2's.
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 2)
})
