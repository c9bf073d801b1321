import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let admin: Person
let operator: Person

beforeAll(async () => {
  app = await startProduct()
  admin = await app.world.platformAdmin()
  operator = await app.world.operator()
})
afterAll(() => app.close())

const create = (body: unknown) => app.call(admin, 'POST', '/pos/merchants', body)
const find = async (query: string) => (await app.call(operator, 'GET', `/platform/merchants?${query}`)).body
const setStatus = (id: string, status: string, reason = 'Prueba de suspensión') =>
  app.call(admin, 'PATCH', `/pos/merchants/${id}/status`, { status, reason })

const order = (no: number, change: object = {}) => ({
  name: `Comercializadora ${no}, S.A. de C.V.`,
  tradeName: `Tiendita Ñandú ${no}`,
  rfc: 'CFE370814QI0',
  owner: { email: `owner${no}@example.test`, name: `Dueño ${no}` },
  ...change,
})

describe('a merchant created with an Idempotency-Key', () => {
  const keyed = (key: string, body: object, as = admin) =>
    app.call(as, 'POST', '/pos/merchants', body, { 'idempotency-key': key })
  const named = async (name: string) =>
    (await app.admin.query('select id from platform.merchants where name = $1', [name])).rows.length

  test('is one merchant when twenty requests are sent at once, and its link is in one answer', async () => {
    const key = randomUUID()
    const asked = order(101)
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(key, asked)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(await named(asked.name)).toBe(1)
    const [first, ...others] = answers.filter(({ body }) => body.invite.token !== null)
    expect(others).toEqual([])
    expect(first?.headers.get('idempotent-replayed')).toBeNull()
    for (const { body, headers } of answers.filter((each) => each !== first)) {
      expect(headers.get('idempotent-replayed')).toBe('true')
      expect(body).toEqual({ ...first?.body, invite: { ...first?.body.invite, token: null, url: null } })
    }
    const kept = await app.admin.query('select k::text as kept from app.idempotency_keys k where key = $1', [
      key,
    ])
    expect(kept.rows[0].kept).not.toContain(first?.body.invite.token)
  })

  test('is another with another request or another administrator, and a refused request leaves its key free', async () => {
    const key = randomUUID()
    const refused = await keyed(key, order(102, { timeZone: 'America/Ninguna' }))
    expect(refused.status).toBe(422)
    const asked = order(102)
    expect((await keyed(key, asked)).status).toBe(201)
    expect((await keyed(key, order(103))).body.code).toBe('idempotency_key_reused')
    expect(await named(order(103).name)).toBe(0)
    const second = await app.world.platformAdmin()
    const others = await keyed(
      key,
      { ...asked, owner: { email: 'otra102@example.test', name: 'Otra' } },
      second,
    )
    expect([others.status, others.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(await named(asked.name)).toBe(2)
  })

  test('is not replayed to a former administrator', async () => {
    const former = await app.world.platformAdmin()
    const key = randomUUID()
    expect((await keyed(key, order(104), former)).status).toBe(201)
    await app.world.loseLabels(former.id)
    expect(await keyed(key, order(104), former)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

test('a merchant begins active, unverified, with an empty wallet and an invited owner', async () => {
  const made = await create(order(1))
  expect(made.status).toBe(201)
  expect(made.headers.get('location')).toBe(`/platform/merchants/${made.body.merchant.id}`)
  expect(made.headers.get('cache-control')).toBe('no-store')
  const { merchant, invite } = made.body
  expect(merchant).toMatchObject({
    name: 'Comercializadora 1, S.A. de C.V.',
    tradeName: 'Tiendita Ñandú 1',
    rfc: 'CFE370814QI0',
    owner: { email: 'owner1@example.test', name: 'Dueño 1' },
    status: 'ACTIVE',
    statusReason: null,
    isVerified: false,
    verificationStatus: 'UNVERIFIED',
    databaseId: 'primary',
  })
  expect(invite.url).toBe(`${app.url}/invitacion#token=${invite.token}`)
  expect(Date.parse(invite.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000)
  expect((await app.call(operator, 'GET', `/platform/merchants/${merchant.id}`)).body).toEqual(merchant)

  const { rows } = await app.admin.query(
    'select available_centavos::int as available, held_centavos::int as held from money.wallets where merchant_id = $1',
    [merchant.id],
  )
  expect(rows).toEqual([{ available: 0, held: 0 }])
  const { rows: audit } = await app.admin.query(
    'select action, user_id from audit.log where merchant_id = $1 order by id',
    [merchant.id],
  )
  expect(audit).toEqual([
    { action: 'merchant.created', user_id: admin.id },
    { action: 'invite.created', user_id: admin.id },
  ])
})

test('a merchant’s names have single spaces, as they are seen and typed', async () => {
  const made = await create(order(3, { name: ' ABARROTES  LUPITA\u00a0 ', tradeName: 'La\u00a0Lupita' }))
  expect(made.body.merchant).toMatchObject({ name: 'ABARROTES LUPITA', tradeName: 'La Lupita' })
})

test.each(['', ' \u00a0 ', 'Dos\nlíneas'])('a merchant is not named %j', async (name) => {
  const { status, body } = await create(order(3, { name }))
  expect([status, body.code]).toEqual([422, 'invalid_request'])
  expect(new Set(body.errors.map(({ path }: { path: string }) => path))).toEqual(new Set(['/name']))
})

test('an owner who has joined already is not invited, and keeps their name', async () => {
  const owner = await app.world.person({ password: 'tres tristes tigres tragan trigo' })
  const made = await create(order(2, { owner: { email: owner.email.toUpperCase(), name: 'Otro' } }))
  expect(made.body.invite).toBeNull()
  expect(made.body.merchant.owner).toEqual({ id: owner.id, email: owner.email, name: owner.name })
  const me = (await app.call(owner, 'GET', '/auth/me')).body
  expect(me.merchants).toMatchObject([{ id: made.body.merchant.id, isOwner: true }])
})

test.each([
  [{ rfc: 'NO ES RFC' }, '/rfc'],
  [{ rfc: 'cfe370814qi0' }, '/rfc'],
  [{ owner: { email: 'not an address', name: 'X' } }, '/owner/email'],
  [{ timeZone: 'America/Ciudad_Gotica' }, '/timeZone'],
  [{ ownerId: 'x' }, '/ownerId'],
  [{ status: 'ACTIVE' }, '/status'],
])('a merchant with %j is refused, naming %s', async (change, path) => {
  const answer = await create(order(3, change))
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request', errors: [{ path }] } })
})

test('the directory can be searched by any part of a name, ignoring accents, and by the owner’s e-mail', async () => {
  const { id } = (await create(order(4, { tradeName: 'Papelería Ángel 100%_' }))).body.merchant
  const ids = async (q: string) =>
    (await find(`q=${encodeURIComponent(q)}`)).items.map((each: { id: string }) => each.id)
  for (const q of ['papeleria angel', 'PAPELERÍA', '100%_', 'owner4@example.test', 'OWNER4@EXAMPLE.TEST'])
    expect(await ids(q), q).toEqual([id])
  for (const q of ['no such thing', 'owner4@', '%%%']) expect(await ids(q), q).toEqual([])
})

test('the directory is paged newest first, filtered by status, and a cursor is valid only for its own list', async () => {
  for (let no = 10; no < 15; no++) await create(order(no))
  const all: string[] = []
  let cursor: string | null = null
  do {
    const page: { items: { id: string }[]; nextCursor: string | null } = await find(
      `limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    all.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  const { rows } = await app.admin.query('select id from platform.merchants order by id desc')
  expect(all).toEqual(rows.map(({ id }) => id))

  const [latest = ''] = all
  await setStatus(latest, 'SUSPENDED')
  expect((await find('status=SUSPENDED')).items.map(({ id }: { id: string }) => id)).toEqual([latest])
  const { nextCursor } = await find('limit=1')
  expect((await find(`status=SUSPENDED&cursor=${nextCursor}`)).code).toBe('invalid_cursor')
})

test('a suspension closes the stores immediately, is explained to their people, and can be lifted completely', async () => {
  const store = await app.world.store()
  const cashier = await app.world.member(store, 'cashier')
  const see = () => app.call(cashier, 'GET', `/pos/products?storeId=${store.id}`)
  const sell = () =>
    app.call(cashier, 'POST', '/vas/sale', {
      storeId: store.id,
      productId: '01900000-0000-7000-8000-000000000000',
    })
  const me = async () => (await app.call(cashier, 'GET', '/auth/me')).body
  const before = await me()
  expect(before.stores).toHaveLength(1)

  expect(await setStatus(store.merchantId, 'SUSPENDED', 'Aclaración pendiente')).toMatchObject({
    status: 200,
    body: { status: 'SUSPENDED', statusReason: 'Aclaración pendiente' },
  })
  expect((await sell()).body.code).toBe('merchant_suspended')
  expect((await see()).body.items).toEqual([])
  expect(await me()).toMatchObject({ merchants: [{ status: 'SUSPENDED' }], stores: [] })
  const wallet = () => app.call(store.manager, 'GET', `/pos/wallet?storeId=${store.id}`)
  expect((await wallet()).body.code).toBe('merchant_suspended')

  await setStatus(store.merchantId, 'ACTIVE', 'Aclarado')
  expect(await me()).toEqual(before)
  expect((await wallet()).status).toBe(200)
  const { rows } = await app.admin.query(
    `select action, before, after from audit.log
      where entity = 'merchant' and entity_id = $1 order by id`,
    [store.merchantId],
  )
  expect(rows).toEqual([
    {
      action: 'merchant.suspended',
      before: { status: 'ACTIVE', reason: null },
      after: { status: 'SUSPENDED', reason: 'Aclaración pendiente' },
    },
    {
      action: 'merchant.activated',
      before: { status: 'SUSPENDED', reason: 'Aclaración pendiente' },
      after: { status: 'ACTIVE', reason: 'Aclarado' },
    },
  ])
})

test('a closed merchant can be neither suspended nor reopened', async () => {
  const { id } = await app.world.merchant()
  await app.admin.query(`select platform.write_status($1, 'CLOSED')`, [id])
  for (const status of ['SUSPENDED', 'ACTIVE'])
    expect(await setStatus(id, status)).toMatchObject({ status: 409, body: { code: 'merchant_closed' } })
})

test('an absent merchant is not_found', async () => {
  const none = '01900000-0000-7000-8000-000000000000'
  expect((await setStatus(none, 'SUSPENDED')).status).toBe(404)
  expect((await app.call(operator, 'GET', `/platform/merchants/${none}`)).status).toBe(404)
})
