import { generateSync } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
const password = 'tres tristes tigres tragan trigo'

beforeAll(async () => {
  app = await sharedProduct()
})

const renew = (as: Pick<Person, 'token'> | undefined) => app.call(as, 'POST', '/auth/totp/recovery-codes')
const signIn = (email: string, totp: string) =>
  app.call(undefined, 'POST', '/auth/sessions', { email, password, totp })

async function enrolled(): Promise<{ person: Person; codes: string[] }> {
  const person = await app.world.person({ password, secondFactor: false })
  const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
  const code = generateSync({ secret })
  const { status, body } = await app.call(person, 'POST', '/auth/totp/confirm', { code })
  expect(status).toBe(200)
  return { person, codes: body.recoveryCodes }
}

test('renewed recovery codes work once each, earlier ones no longer, and the log says who renewed them', async () => {
  const { person, codes } = await enrolled()
  const renewed = await renew(person)
  expect(renewed.status).toBe(201)
  expect(renewed.headers.get('cache-control')).toBe('no-store')
  const fresh: string[] = renewed.body.recoveryCodes
  expect(fresh).toHaveLength(10)
  expect(fresh.filter((code) => codes.includes(code))).toEqual([])
  expect((await signIn(person.email, codes[0] as string)).body.code).toBe('invalid_credentials')
  expect((await signIn(person.email, fresh[0] as string)).status).toBe(201)
  expect((await signIn(person.email, fresh[0] as string)).status).toBe(401)
  const { rows } = await app.admin.query(
    `select user_id from audit.log where action = 'recovery_codes.renewed' and entity_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ user_id: person.id }])
  const stored = await app.admin.query(
    `select string_agg(c::text, ' ') as text, count(*)::int as count from identity.recovery_codes c where account_id = $1`,
    [person.id],
  )
  expect(stored.rows[0].count).toBe(10)
  for (const code of fresh) expect(stored.rows[0].text).not.toContain(Buffer.from(code).toString('hex'))
})

test('of two renewals at the same time one set of codes works', async () => {
  const { person } = await enrolled()
  const answers = await Promise.all([renew(person), renew(person)])
  const working = []
  for (const { body } of answers)
    if ((await signIn(person.email, body.recoveryCodes[0])).status === 201) working.push(body)
  expect(working).toHaveLength(1)
})

test('renewing requires a recent confirmation and a second factor', async () => {
  const { person, codes } = await enrolled()
  await app.admin.query(
    `update identity.sessions set confirmed_at = now() - interval '11 minutes' where account_id = $1`,
    [person.id],
  )
  expect((await renew(person)).body).toMatchObject({ status: 403, code: 'confirmation_required' })
  expect((await signIn(person.email, codes[0] as string)).status).toBe(201)
  const without = await app.world.person({ password, secondFactor: false })
  expect((await renew(without)).body).toMatchObject({ status: 409, code: 'second_factor_not_enrolled' })
  expect((await renew(undefined)).status).toBe(401)
})

test('a restored database has no recovery codes where a renewal was lost', async () => {
  const { person, codes } = await enrolled()
  const event = { action: 'recovery_codes.renewed', entity: 'account', entityId: person.id }
  const again = async () =>
    (await app.admin.query('select platform.apply_act($1) as outcome', [event])).rows[0].outcome
  expect(await again()).toBe('APPLIED')
  expect((await signIn(person.email, codes[0] as string)).status).toBe(401)
  expect(await again()).toBe('NOTHING')
})
