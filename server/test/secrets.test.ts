import { generateSync } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import { schemas } from '../src/areas.ts'
import type { App } from './app.ts'
import { sharedProduct } from './shared-product.ts'

let app: App
const password = 'tres tristes tigres tragan trigo'
const newPassword = 'pablito clavó un clavito'

beforeAll(async () => {
  app = await sharedProduct()
})

/** The contents of every text, JSON and binary column of all tables. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await app.admin.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = any ($1)`,
    [schemas],
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await app.admin.query(`select t::text as all from ${name} t`)
      return rows.map(({ all }) => all).join('\n')
    }),
  )
  return texts.join('\n')
}

test('secrets that people type or see once are neither in the log nor in the database', async () => {
  const secrets = new Map<string, string>()
  const keep = (name: string, value: string) => secrets.set(name, value)
  keep('password', password)
  keep('new password', newPassword)
  keep('mistyped password', 'a-mistyped-secret-word')

  const person = await app.world.person({ password, labels: ['platformAdmin'], secondFactor: false })
  const signIn = (body: object) =>
    app.call(undefined, 'POST', '/auth/sessions', { email: person.email, ...body })
  await signIn({ password: 'a-mistyped-secret-word' })
  const session = (await signIn({ password })).body
  keep('session token', session.token)

  const enrolment = (await app.call(session, 'POST', '/auth/totp', { password })).body
  keep('second factor', enrolment.secret)
  const code = generateSync({ secret: enrolment.secret })
  const { recoveryCodes } = (await app.call(session, 'POST', '/auth/totp/confirm', { code })).body
  for (const each of recoveryCodes) keep(`recovery code ${each}`, each)
  expect((await signIn({ password, totp: recoveryCodes[0] })).status).toBe(201)

  const change = { currentPassword: password, newPassword }
  expect((await app.call(session, 'POST', '/auth/password', change)).status).toBe(204)
  await app.call(session, 'POST', '/auth/password', { ...change, surplus: 1 })
  await app.call(session, 'POST', '/auth/password', JSON.stringify(change).slice(0, -1))

  const owner = { email: 'owner@example.test', name: 'Dueña' }
  const made = (await app.call(session, 'POST', '/pos/merchants', { name: 'Comercio', owner })).body
  keep('owner’s invitation', made.invite.token)
  const accepted = await app.call(undefined, 'POST', '/auth/invites/accept', {
    token: made.invite.token,
    name: 'Dueña',
    password,
  })
  keep('owner’s session', accepted.body.token)
  await app.call(undefined, 'GET', `/auth/me?token=${session.token}`)
  const store = await app.world.store()
  const order = {
    name: 'Programa',
    scopes: ['POS_CATALOG_WRITE'],
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const key = (await app.call(store.manager, 'POST', '/pos/api_keys', order)).body
  keep('API key', key.apiKey)
  keep('secret of the API key', key.apiKey.slice(key.prefix.length + 1))
  const program = { token: key.apiKey }
  expect((await app.call(program, 'POST', '/pos/categories', { storeId: store.id, name: 'A' })).status).toBe(
    201,
  )
  await app.call(program, 'POST', '/pos/categories', { storeId: store.id, surplus: 1 })
  await app.call({ token: `${key.apiKey}0` }, 'GET', '/pos/categories')
  await app.call(undefined, 'GET', `/pos/categories?token=${key.apiKey}`)
  await app.call(store.manager, 'POST', `/pos/api_keys/${key.id}/revoke`)
  await app.call(program, 'GET', '/pos/categories')
  await app.call(undefined, 'GET', '/auth/me', undefined, { cookie: `mostrador=${session.token}` })

  expect(secrets.size).toBe(19)
  const log = app.logLines.join('')
  const database = await wholeDatabase()
  expect(app.logLines.length).toBeGreaterThan(10)
  expect(database).toContain('owner@example.test')
  for (const [name, secret] of secrets) {
    for (const [where, text] of Object.entries({ log, database })) {
      expect(text.includes(secret), `${name} in the ${where}`).toBe(false)
      const hex = Buffer.from(secret).toString('hex')
      expect(text.includes(hex), `${name} in the ${where}, as bytes`).toBe(false)
    }
  }
})
