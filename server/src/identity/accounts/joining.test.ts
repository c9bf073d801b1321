import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, type App, startProduct } from '../../../test/app.ts'
import { stretchPauses } from '../../../test/pauses.ts'
import type { Store } from '../../../test/world.ts'
import type { Product } from '../../compose.ts'

let app: App & { product: Product }
let store: Store
const password = 'tres tristes tigres tragan trigo'

beforeAll(async () => {
  app = await startProduct()
  store = await app.world.store()
})
beforeEach(() => app.admin.query('delete from identity.sign_in_attempts'))
afterAll(() => app.close())

const lookUp = (token: string) => app.call(undefined, 'POST', '/auth/invites/lookup', { token })
const accept = (body: unknown) => app.call(undefined, 'POST', '/auth/invites/accept', body)

async function invite(email: string, role = 'cashier'): Promise<string> {
  const made = await app.call(store.manager, 'POST', '/pos/invites', { storeId: store.id, email, role })
  expect(made.status).toBe(201)
  return made.body.token
}

/** The answers to requests that have all waited for the same moment to become the first administrator. */
async function atOnce(fresh: App, ask: () => Promise<Answer>[]): Promise<Answer[]> {
  const holder = await fresh.admin.connect()
  try {
    await holder.query('begin')
    await holder.query('select identity.lock_administrators()')
    const asked = ask()
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
                        and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await fresh.admin.query(waiting)).rowCount).toBe(asked.length)
    await holder.query('commit')
    return await Promise.all(asked)
  } finally {
    holder.release(true)
  }
}

test('the printed link makes the first administrator once and never another', async () => {
  const fresh = await startProduct()
  try {
    expect((await fresh.call(undefined, 'GET', '/setup')).body).toEqual({ needed: true })
    const link = new URL((await fresh.product.setupLink()) ?? '')
    const spare = new URL((await fresh.product.setupLink()) ?? '')
    expect(link.pathname).toBe('/configurar')
    const token = new URLSearchParams(link.hash.slice(1)).get('token')
    const person = { token, email: 'ana@example.test', name: 'Ana Trejo', password }
    const make = (change: object) =>
      fresh.call(undefined, 'POST', '/setup/first-admin', { ...person, ...change })

    expect((await make({ password: 'corta' })).body.code).toBe('weak_password')
    await fresh.world.person({ email: 'ya-esta@example.test' })
    expect(await make({ email: 'Ya-Esta@example.test' })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    await fresh.admin.query(`update identity.setup_links set created_at = now() - interval '24 hours'`)
    expect(await make({})).toMatchObject({ status: 409, body: { code: 'setup_link_spent' } })
    await fresh.admin.query(`update identity.setup_links set created_at = now() - interval '23 hours'`)
    const other = randomBytes(32).toString('base64url')
    expect(await make({ token: other })).toMatchObject({ status: 409, body: { code: 'setup_link_spent' } })
    const late = new URLSearchParams(spare.hash.slice(1)).get('token')
    const answers = await atOnce(fresh, () => [
      make({}),
      make({ email: 'eva@example.test' }),
      make({ token: late, email: 'eve@example.test' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const made = answers.find(({ status }) => status === 201)?.body
    const me = (await fresh.call(made, 'GET', '/auth/me')).body
    expect(me).toMatchObject({ labels: ['platformAdmin'], account: { name: 'Ana Trejo' } })

    expect((await fresh.call(undefined, 'GET', '/setup')).body).toEqual({ needed: false })
    expect((await make({ token: late, email: 'eve@example.test' })).body.code).toBe('setup_link_spent')
    expect(await fresh.product.setupLink()).toBeUndefined()
  } finally {
    await fresh.close()
  }
})

test('an invitation says what it is for, and lets a new person join', async () => {
  const token = await invite('nueva@example.test', 'supervisor')
  expect(await lookUp(token)).toMatchObject({
    status: 200,
    body: { email: 'nueva@example.test', storeName: store.name, role: 'supervisor', needsPassword: true },
  })
  const missing = await accept({ token })
  expect(missing.status).toBe(422)
  expect(missing.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/name', '/password'])
  expect((await accept({ token, name: 'Nueva', password: 'nueva nueva nueva' })).body.code).toBe(
    'weak_password',
  )

  const joined = await accept({ token, name: 'Nueva Pérez', password })
  expect(joined.status).toBe(201)
  expect(joined.headers.get('set-cookie')).toContain('HttpOnly')
  const me = (await app.call(joined.body, 'GET', '/auth/me')).body
  expect(me.stores).toMatchObject([{ storeId: store.id, role: 'supervisor', name: store.name }])

  for (const again of [await lookUp(token), await accept({ token, name: 'Otra', password })])
    expect(again).toMatchObject({ status: 409, body: { code: 'invite_spent' } })
})

test('somebody with an account accepts with its own password', async () => {
  const person = await app.world.person({ password, email: 'ya-esta@example.test' })
  const token = await invite('Ya-Esta@example.test')
  expect((await lookUp(token)).body.needsPassword).toBe(false)
  expect((await accept({ token, name: 'Impostor', password: 'some other password' })).status).toBe(401)
  const joined = await accept({ token, name: 'Otro nombre', password })
  expect(joined.body.account).toEqual({ id: person.id, email: person.email, name: person.name })
  expect((await app.call(person, 'GET', '/auth/me')).body.stores).toHaveLength(1)
})

test('an invitation to a higher role brings nobody back who joined by another and was dismissed', async () => {
  const email = 'dos-veces@example.test'
  const supervisor = await app.world.member(store, 'supervisor')
  const high = await invite(email, 'supervisor')
  const lower = { storeId: store.id, email, role: 'cashier' }
  const low = (await app.call(supervisor, 'POST', '/pos/invites', lower)).body.token
  const elsewhere = await app.world.store()
  const other = { storeId: elsewhere.id, email, role: 'cashier' }
  const kept = (await app.call(elsewhere.manager, 'POST', '/pos/invites', other)).body.token
  expect((await accept({ token: low, name: 'Ana', password })).status).toBe(201)
  const { rows } = await app.admin.query(
    `select m.id from shop.memberships m join identity.accounts a on a.id = m.account_id where a.email = $1`,
    [email],
  )
  expect((await app.call(store.manager, 'DELETE', `/pos/memberships/${rows[0].id}`)).status).toBe(204)
  for (const answer of [await lookUp(high), await accept({ token: high, password })])
    expect(answer).toMatchObject({ status: 409, body: { code: 'invite_spent' } })
  expect((await accept({ token: kept, password })).status).toBe(201)
})

test('an account with a second factor has to use it here too', async () => {
  const person = await app.world.person({ password })
  await app.admin.query(
    `update identity.credentials set totp_secret = 'sealed', totp_enabled_at = now() where account_id = $1`,
    [person.id],
  )
  const token = await invite(person.email)
  expect((await accept({ token, password })).body.code).toBe('second_factor_required')
})

test('wrong passwords for an invited account cause the usual pause', async () => {
  const person = await app.world.person({ password })
  await app.admin.query(`update identity.sessions set address = '10.9.9.9' where account_id = $1`, [
    person.id,
  ])
  const token = await invite(person.email)
  for (let i = 0; i < 5; i++) expect((await accept({ token, password: `guess ${i}` })).status).toBe(401)
  await stretchPauses(app)
  expect((await accept({ token, password })).status).toBe(429)
})

test('one invitation, accepted twice at once, makes one member', async () => {
  const token = await invite('doble@example.test')
  const body = { token, name: 'Doble', password }
  const answers = await Promise.all([accept(body), accept(body), accept(body)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test.each([
  ['expired', `expires_at = now() - interval '1 second'`],
  ['withdrawn', 'revoked_at = now()'],
])('an invitation that is %s cannot be used', async (_what, change) => {
  const email = `${_what}@example.test`
  const token = await invite(email)
  await app.admin.query(`update shop.invites set ${change} where email = $1`, [email])
  for (const answer of [await lookUp(token), await accept({ token, name: 'Tarde', password })])
    expect(answer.body.code).toBe('invite_spent')
})

test('a token that was never issued gets the same answer as a spent one', async () => {
  const answer = await lookUp(randomBytes(32).toString('base64url'))
  expect(answer).toMatchObject({ status: 409, body: { code: 'invite_spent' } })
})

test('only an owner’s invitation can give the owner a password', async () => {
  const admin = await app.world.platformAdmin()
  const owner = { email: 'duena@example.test', name: 'Dueña' }
  const made = (await app.call(admin, 'POST', '/pos/merchants', { name: 'La Dueña', owner })).body
  // A manager of another merchant invites her and so knows a token sent to her e-mail: it must not open her
  // account.
  const foreign = await invite(owner.email)
  expect((await lookUp(foreign)).body.needsPassword).toBe(false)
  expect((await accept({ token: foreign, name: 'Intruso', password })).status).toBe(401)

  expect((await lookUp(made.invite.token)).body).toMatchObject({
    merchantName: 'La Dueña',
    storeName: null,
    role: null,
    needsPassword: true,
  })
  const joined = await accept({ token: made.invite.token, name: 'La Dueña Misma', password })
  expect(joined.status).toBe(201)
  const me = (await app.call(joined.body, 'GET', '/auth/me')).body
  expect(me.merchants).toMatchObject([{ id: made.merchant.id, isOwner: true, status: 'ACTIVE' }])
  // Now that the account is hers, the other invitation works too.
  expect((await accept({ token: foreign, password })).status).toBe(201)
})

test('nobody joins a suspended merchant until it is active again', async () => {
  const admin = await app.world.platformAdmin()
  const token = await invite('pronto@example.test')
  const set = (status: string) =>
    app.call(admin, 'PATCH', `/pos/merchants/${store.merchantId}/status`, { status, reason: 'Prueba' })
  await set('SUSPENDED')
  expect((await accept({ token, name: 'Pronto', password })).body.code).toBe('merchant_suspended')
  await set('ACTIVE')
  expect((await accept({ token, name: 'Pronto', password })).status).toBe(201)
})

test('inviting a member again answers already_member', async () => {
  const person = await app.world.person({ password })
  const token = await invite(person.email)
  await app.world.member(store, 'cashier', person)
  expect(await accept({ token, password })).toMatchObject({ status: 409, body: { code: 'already_member' } })
})

test('the database stores no token of an invitation or a link', async () => {
  const token = await invite('hash@example.test')
  const { rows } = await app.admin.query(
    `select i::text as all, token_hash from shop.invites i where email = 'hash@example.test'`,
  )
  expect(rows[0].all).not.toContain(token)
  expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest())
})
