import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type App, startProduct } from './app.ts'
import { passTime } from './pass-time.ts'
import { sharedProduct } from './shared-product.ts'
import type { Person, Store } from './world.ts'

// Platform staff act by labels only, and store staff by memberships: nobody has both.
const password = 'una frase muy larga y rara'
let app: App
let chief: Person
let store: Store

beforeAll(async () => {
  app = await sharedProduct()
  chief = await app.world.platformAdmin()
  store = await app.world.store()
})

const labels = ['platformOperator', 'platformAdmin'] as const
const grant = (email: string, label: string, as = chief) =>
  app.call(as, 'POST', '/platform/roles', { email, label })
const invite = (email: string, as: Person = store.manager, storeId = store.id, role = 'cashier') =>
  app.call(as, 'POST', '/pos/invites', { storeId, email, role })
const accept = (token: string) => app.call(undefined, 'POST', '/auth/invites/accept', { token, password })
const codeOf = ({ status, body }: Answer) => [status, body.code]
const storesOf = async (person: Person) => (await app.call(person, 'GET', '/auth/me')).body.stores
const count = async (text: string, values: unknown[]) =>
  (await app.admin.query(`select count(*)::int as n from ${text}`, values)).rows[0].n as number
const memberships = (person: Person) =>
  count('shop.memberships where account_id = $1 and ended_at is null', [person.id])
const heldLabels = (person: Person) => count('identity.labels where account_id = $1', [person.id])

describe('platform staff cannot join a store:', () => {
  test.each(labels)('an account with the label %s cannot be invited', async (label) => {
    const staff = await app.world.person({ labels: [label] })
    for (const role of ['cashier', 'supervisor', 'manager']) {
      const refused = await invite(staff.email.toUpperCase(), store.manager, store.id, role)
      expect(codeOf(refused)).toEqual([409, 'platform_staff'])
      expect(refused.body.detail).toContain('another e-mail address')
    }
    expect(await count('shop.invites where lower(email) = lower($1)', [staff.email])).toBe(0)
    // A distributor’s label opens no platform route, and does not prevent store work.
    const distributor = await app.world.person({ labels: ['distributor'] })
    expect((await invite(distributor.email)).status).toBe(201)
  })

  test.each(labels)('an invitation older than the label %s can no longer be accepted', async (label) => {
    const person = await app.world.person({ password })
    const { token } = (await invite(person.email)).body
    expect((await grant(person.email, label)).status).toBe(201)
    expect(codeOf(await accept(token))).toEqual([409, 'platform_staff'])
    expect(await memberships(person)).toBe(0)
    // The invitation was not used: after the label is removed, it works again.
    expect((await app.call(chief, 'DELETE', `/platform/roles/${person.id}/${label}`)).status).toBe(204)
    expect((await accept(token)).status).toBe(201)
  })

  test('an operator cannot become an owner, or open a store of a merchant assigned directly', async () => {
    const operator = await app.world.operator()
    const order = { name: 'De operación', owner: { email: operator.email, name: operator.name } }
    expect(codeOf(await app.call(chief, 'POST', '/pos/merchants', order))).toEqual([409, 'platform_staff'])
    expect(await count('platform.merchants where owner_id = $1', [operator.id])).toBe(0)
    const { id } = await app.world.merchant({ owner: operator })
    const opened = await app.call(operator, 'POST', '/pos/stores', {
      merchantId: id,
      name: 'Sucursal',
      code: 'OPER',
    })
    expect(codeOf(opened)).toEqual([409, 'platform_staff'])
    expect(await count('shop.stores where merchant_id = $1', [id])).toBe(0)
  })
})

describe('a member of a store', () => {
  test.each([
    'cashier',
    'supervisor',
    'manager',
  ] as const)('as %s cannot get a platform label', async (role) => {
    const member = await app.world.member(store, role)
    for (const label of labels) {
      const refused = await grant(member.email, label)
      expect(codeOf(refused)).toEqual([409, 'store_staff'])
      expect(refused.body.detail).toContain('End the account')
    }
    expect(await heldLabels(member)).toBe(0)
    expect((await grant(member.email, 'distributor')).status).toBe(201)
    await app.call(store.manager, 'DELETE', `/pos/memberships/${member.membershipId}`)
    expect((await grant(member.email, 'platformOperator')).status).toBe(201)
  })

  test('cannot get one while the merchant is suspended either', async () => {
    const at = await app.world.store()
    const member = await app.world.member(at, 'manager')
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [at.merchantId])
    expect(codeOf(await grant(member.email, 'platformAdmin'))).toEqual([409, 'store_staff'])
  })
})

describe('a label and an invitation accepted concurrently', () => {
  test('exactly one succeeds', async () => {
    const winners = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const person = await app.world.person({ password })
      const { token } = (await invite(person.email)).body
      const [granted, accepted] = await Promise.all([
        // Checking the password takes a while, so the label comes sometimes early and sometimes late.
        passTime(round * 12, 'the other request is a little further').then(() =>
          grant(person.email, 'platformOperator'),
        ),
        accept(token),
      ])
      expect([codeOf(granted), codeOf(accepted)]).toEqual(
        granted.status === 201
          ? [
              [201, undefined],
              [409, 'platform_staff'],
            ]
          : [
              [409, 'store_staff'],
              [201, undefined],
            ],
      )
      expect((await memberships(person)) + (await heldLabels(person))).toBe(1)
      winners.add(granted.status === 201 ? 'label' : 'store')
    }
    expect(winners.size).toBeGreaterThan(0)
  })

  test('the later one waits for the earlier one to commit, and is refused', async () => {
    const waiting = async () =>
      (await count(
        `pg_locks where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`,
        [],
      )) > 0
    const client = new pg.Client({ connectionString: app.adminUrl })
    await client.connect()
    try {
      const first = await app.world.person({ password })
      await client.query('begin; set local role mostrador_owner')
      await client.query('select shop.admit_member($1, $2, $3, $4)', [
        store.merchantId,
        store.id,
        first.id,
        'cashier',
      ])
      const granted = grant(first.email, 'platformAdmin')
      await expect.poll(waiting).toBe(true)
      await client.query('commit')
      expect(codeOf(await granted)).toEqual([409, 'store_staff'])

      const second = await app.world.person({ password })
      const { token } = (await invite(second.email)).body
      await client.query('begin')
      await client.query(
        `select set_config('app.account_id', $1, true), set_config('app.platform', 'admin', true)`,
        [chief.id],
      )
      await client.query('select platform.grant_label($1, $2)', [second.email, 'platformOperator'])
      const accepted = accept(token)
      await expect.poll(waiting).toBe(true)
      await client.query('commit')
      expect(codeOf(await accepted)).toEqual([409, 'platform_staff'])
      expect(await memberships(second)).toBe(0)
    } finally {
      await client.end()
    }
  })
})

describe('a label and a membership that were both inserted directly', () => {
  test.each([true, false])('give no access to the store (second factor: %s)', async (secondFactor) => {
    for (const label of labels) {
      const person = await app.world.person({ secondFactor })
      const both = await app.world.member(store, 'manager', person)
      expect(await storesOf(both)).toHaveLength(1)
      await app.world.giveLabel(both.id, label)
      expect(await storesOf(both)).toEqual([])
      for (const path of ['/pos/products', '/pos/memberships', '/pos/customers', '/pos/stores'])
        expect((await app.call(both, 'GET', `${path}?storeId=${store.id}`)).body.items ?? [], path).toEqual(
          [],
        )
      const made = await app.call(both, 'POST', '/pos/categories', { storeId: store.id, name: 'Ajena' })
      expect(made.status).toBe(403)
      expect((await app.call(both, 'GET', `/pos/stores/${store.id}`)).status).toBe(404)
      expect((await invite('otra@example.test', both)).status).toBe(403)
    }
  })
})

describe('an administrator who owns a merchant', () => {
  test('manages and oversees it, and no other', async () => {
    const admin = await app.world.platformAdmin()
    const order = { name: 'Del administrador', owner: { email: admin.email, name: admin.name } }
    const made = await app.call(chief, 'POST', '/pos/merchants', order)
    expect(made.status, made.text).toBe(201)
    const merchantId = made.body.merchant.id as string
    const opened = await app.call(admin, 'POST', '/pos/stores', { name: 'Propia', code: 'PROPIA' })
    expect(opened.status, opened.text).toBe(201)
    expect(await storesOf(admin)).toMatchObject([{ storeId: opened.body.id, role: 'manager' }])
    expect((await app.call(admin, 'GET', `/platform/merchants/${merchantId}`)).status).toBe(200)
    expect((await app.call(admin, 'GET', `/platform/merchants/${store.merchantId}`)).status).toBe(404)
    const listed = (await app.call(admin, 'GET', '/platform/merchants')).body.items
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([merchantId])
    expect(codeOf(await grant('nadie@example.test', 'distributor', admin))).toEqual([403, 'forbidden'])
    // It works in no other store.
    expect(codeOf(await invite(admin.email))).toEqual([409, 'platform_staff'])
  })

  test('decides nothing about it: not its suspension, its verification or its money', async () => {
    const own = await app.world.store()
    await app.world.giveLabel(own.manager.id, 'platformAdmin')
    const manager = await app.world.member(own, 'manager')
    const deposit = await app.call(manager, 'POST', '/pos/deposits', {
      storeId: own.id,
      amountCentavos: 100,
      claveRastreo: `PROPIO${own.id.replaceAll('-', '').slice(-16)}`,
      paidOn: '2026-01-15',
    })
    expect(deposit.status, deposit.text).toBe(201)
    const of = own.merchantId
    for (const [method, path, body] of [
      ['PATCH', `/pos/merchants/${of}/status`, { status: 'ACTIVE', reason: 'Es mío' }],
      ['POST', `/pos/admin/merchants/${of}/verification/confirm-business`, { evidence: 'Es mío' }],
      ['POST', `/pos/admin/merchants/${of}/verification/unlock`, { reason: 'Es mío' }],
      ['PATCH', `/pos/deposits/${deposit.body.id}/review`, { status: 'CREDITED' }],
    ] as const) {
      const refused = await app.call(own.manager, method, path, body)
      expect(codeOf(refused), path).toEqual([403, 'forbidden'])
      expect(refused.body.detail).toContain('You own this merchant')
    }
    expect(
      (await app.call(chief, 'PATCH', `/pos/deposits/${deposit.body.id}/review`, { status: 'CREDITED' }))
        .status,
    ).toBe(200)
  })

  test('can neither loosen the platform’s limits for it nor set its terms', async () => {
    const own = await app.world.store()
    await app.world.giveLabel(own.manager.id, 'platformAdmin')
    const of = `/platform/merchants/${own.merchantId}`
    const terms = { version: 0, lines: [{ kind: 'airtime', shareBps: 10_000 }], reason: 'Es mío' }
    const writes = [
      [`${of}/settings/vas.store_day_max_sales`, { value: 5_000 }],
      [`${of}/settings/vas.store_day_max_sales`, { value: null }],
      [`${of}/vas-terms`, terms],
    ] as const
    const read = async () => [
      (await app.call(own.manager, 'GET', `${of}/settings`)).body.items,
      (await app.call(own.manager, 'GET', `${of}/vas-terms`)).body.lines,
    ]
    const before = await read()
    for (const [path, body] of writes) {
      const refused = await app.call(own.manager, 'PUT', path, body)
      expect(codeOf(refused), path).toEqual([403, 'forbidden'])
      expect(refused.body.detail).toContain('You own this merchant')
    }
    expect(await read()).toEqual(before)
    // As its owner it may be stricter, like any other; laxer values are for others to allow.
    const limit = await app.call(own.manager, 'PUT', '/pos/settings/vas.store_day_max_sales', { value: 5 })
    expect(limit, limit.text).toMatchObject({ status: 200, body: { value: 5 } })
    for (const [path, body] of writes)
      expect((await app.call(chief, 'PUT', path, body)).status, path).toBe(200)
  })

  test('an owner can become an administrator with effect on the next request, but never an operator', async () => {
    const own = await app.world.store()
    expect(codeOf(await grant(own.manager.email, 'platformOperator'))).toEqual([409, 'store_staff'])
    expect((await grant(own.manager.email, 'platformAdmin')).status).toBe(201)
    expect((await app.call(own.manager, 'GET', `/platform/merchants/${own.merchantId}`)).status).toBe(200)
    expect((await app.call(own.manager, 'GET', `/platform/merchants/${store.merchantId}`)).status).toBe(404)
    expect(codeOf(await grant(own.manager.email, 'platformOperator'))).toEqual([409, 'store_staff'])
    // A person who also works elsewhere cannot become one.
    const busy = await app.world.store()
    await app.world.member(store, 'cashier', busy.manager)
    expect(codeOf(await grant(busy.manager.email, 'platformAdmin'))).toEqual([409, 'store_staff'])
  })

  test('cannot be the last who oversees every merchant', async () => {
    const lonely = await startProduct()
    try {
      const only = await lonely.world.platformAdmin()
      const order = { name: 'Mío', owner: { email: only.email, name: only.name } }
      const refused = await lonely.call(only, 'POST', '/pos/merchants', order)
      expect(codeOf(refused)).toEqual([409, 'last_admin'])
      await lonely.world.platformAdmin()
      expect((await lonely.call(only, 'POST', '/pos/merchants', order)).status).toBe(201)
    } finally {
      await lonely.close()
    }
  })
})

describe('a session of platform staff', () => {
  const age = (person: Person, column: string, by: string) =>
    app.admin.query(`update identity.sessions set ${column} = now() - $2::interval where account_id = $1`, [
      person.id,
      by,
    ])
  const me = async (person: Person) => (await app.call(person, 'GET', '/auth/me')).status
  const wasSeenNow = async ({ id }: Person) => {
    const { rowCount } = await app.admin.query(
      `select from identity.sessions where account_id = $1 and last_seen_at > now() - interval '2 minutes'`,
      [id],
    )
    return rowCount === 1
  }

  test.each(
    labels,
  )('ends after half an hour idle, and after twelve hours in any case (%s)', async (label) => {
    const person = (options = {}) => app.world.person({ labels: [label], ...options })
    for (const [column, allowed, tooLong] of [
      ['last_seen_at', '29 minutes', '31 minutes'],
      ['created_at', '11 hours 59 minutes', '12 hours 1 minute'],
    ] as const) {
      const staff = await person()
      await age(staff, column, allowed)
      expect(await me(staff)).toBe(200)
      // Its use is recorded after the answer.
      await expect.poll(() => wasSeenNow(staff)).toBe(true)
      await age(staff, column, tooLong)
      const refused = await app.call(staff, 'GET', '/platform/merchants')
      expect(codeOf(refused)).toEqual([401, 'unauthenticated'])
      // Asking again does not revive it.
      expect(await me(staff)).toBe(401)
    }
  })

  const unattended = { 'mostrador-unattended': '1' }
  const poll = (person: Person, path = '/auth/me') => app.call(person, 'GET', path, undefined, unattended)

  test.each(
    labels,
  )('ends after half an hour while its page polls, because no person causes that (%s)', async (label) => {
    const staff = await app.world.person({ labels: [label] })
    await age(staff, 'last_seen_at', '29 minutes')
    for (const path of ['/auth/me', '/platform/merchants', '/platform/settings'])
      expect((await poll(staff, path)).status, path).toBe(200)
    // Use is recorded after the answer: a later one of somebody else has been by now.
    const another = await app.world.person()
    await age(another, 'last_seen_at', '29 minutes')
    expect(await me(another)).toBe(200)
    await expect.poll(() => wasSeenNow(another)).toBe(true)
    expect(await wasSeenNow(staff)).toBe(false)
    await age(staff, 'last_seen_at', '31 minutes')
    expect(codeOf(await poll(staff))).toEqual([401, 'unauthenticated'])
  })

  test('is extended by a read of a person, and by every write', async () => {
    const staff = await app.world.platformAdmin()
    await age(staff, 'last_seen_at', '29 minutes')
    expect((await app.call(staff, 'GET', '/platform/merchants')).status).toBe(200)
    await expect.poll(() => wasSeenNow(staff)).toBe(true)
    await age(staff, 'last_seen_at', '29 minutes')
    const order = { email: (await app.world.person()).email, label: 'distributor' }
    expect((await app.call(staff, 'POST', '/platform/roles', order, unattended)).status).toBe(201)
    await expect.poll(() => wasSeenNow(staff)).toBe(true)
  })

  test('is the only one that polling does not extend: tills wait without a person, and lock themselves', async () => {
    const member = await app.world.member(store, 'manager')
    await age(member, 'last_seen_at', '2 hours')
    expect((await poll(member)).status).toBe(200)
    await expect.poll(() => wasSeenNow(member)).toBe(true)
  })

  test('has these limits as soon as the label is active', async () => {
    const person = await app.world.person()
    await age(person, 'created_at', '2 days')
    expect(await me(person)).toBe(200)
    expect((await grant(person.email, 'platformOperator')).status).toBe(201)
    expect(await me(person)).toBe(401)
    // Without a second factor the label is inactive, and the session is like any other.
    const careless = await app.world.person({ labels: ['platformAdmin'], secondFactor: false })
    await age(careless, 'last_seen_at', '2 hours')
    expect(await me(careless)).toBe(200)
  })

  test('and a session of store staff has not', async () => {
    const member = await app.world.member(store, 'manager')
    await age(member, 'created_at', '2 days')
    await age(member, 'last_seen_at', '2 hours')
    expect(await me(member)).toBe(200)
  })
})
