import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: VasApp
let admin: Person
let operator: Person
let store: Store
let cashier: Member
let supervisor: Member
let topup: string

beforeAll(async () => {
  app = await startVasApp()
  admin = await app.world.platformAdmin()
  operator = await app.world.operator()
  topup = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, cashier } = await app.shop())
  supervisor = await app.world.member(store, 'supervisor')
})

const line = { isOffered: null, shareBps: null, feeCentavos: null, providerId: null }
const pathOf = (merchantId: string | null) =>
  merchantId === null ? '/platform/vas-terms' : `/platform/merchants/${merchantId}/vas-terms`
const read = async (merchantId: string | null = store.merchantId) =>
  (await app.call(operator, 'GET', pathOf(merchantId))).body
const put = (lines: object[], merchantId: string | null, more: object = {}, as: Person | undefined = admin) =>
  app.call(as, 'PUT', pathOf(merchantId), { version: 0, lines, reason: 'Convenio nuevo', ...more })
const set = async (lines: object[], merchantId: string | null = store.merchantId) => {
  const answer = await put(lines, merchantId, { version: (await read(merchantId)).version })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const catalog = (as: Person, kind = 'airtime', more = `&storeId=${store.id}`, headers = {}) =>
  app.call(as, 'GET', `/vas/catalog?kind=${kind}${more}`, undefined, headers)
const entry = async (as: Person, id = topup, kind = 'airtime') =>
  (await catalog(as, kind)).body.items.find((each: { id: string }) => each.id === id)
let numbers = 0
const sell = (as: Person = cashier, productId = topup, more: object = {}) =>
  app.call(as, 'POST', '/vas/sale', {
    productId,
    reference: `55660${String(++numbers).padStart(3, '0')}99`,
    ...more,
  })
const soldOn = async (id: string) =>
  (
    await app.admin.query(
      `select fee_centavos::int as fee, commission_centavos::int as commission, cost_centavos::int as cost,
              wholesale_centavos::int as wholesale from vas.sales where id = $1`,
      [id],
    )
  ).rows[0]
const biller = async () =>
  (await catalog(supervisor, 'service')).body.items.find(
    ({ provider }: { provider: { name: string } }) => provider.name === 'Sky',
  )

test('without its own terms a merchant sells on the platform’s: three quarters of the margin, ten pesos per bill', async () => {
  expect(await read()).toEqual({
    merchantId: store.merchantId,
    version: 0,
    changedAt: null,
    lines: [],
    effective: [
      { kind: 'airtime', isOffered: true, shareBps: 7_500, feeCentavos: 0 },
      { kind: 'pin', isOffered: true, shareBps: 7_500, feeCentavos: 0 },
      { kind: 'service', isOffered: true, shareBps: 7_500, feeCentavos: 1_000 },
    ],
  })
  expect(await entry(supervisor)).toMatchObject({ feeCentavos: 0, commissionBps: 412 })
  const { body } = await sell()
  expect(await soldOn(body.id)).toEqual({ fee: 0, commission: 412, cost: 9_588, wholesale: 9_450 })
})

test('a merchant’s own terms apply from the next sale on, and not to past sales', async () => {
  const before = (await sell()).body
  const { provider } = await entry(supervisor)
  const sheet = await set([
    { kind: 'airtime', shareBps: 5_000, feeCentavos: 200 },
    { kind: 'airtime', providerId: provider.id, shareBps: 10_000 },
    { kind: 'service', feeCentavos: 1_450 },
  ])
  expect(sheet).toMatchObject({
    version: 1,
    lines: [
      { ...line, kind: 'airtime', shareBps: 5_000, feeCentavos: 200 },
      { ...line, kind: 'airtime', providerId: provider.id, shareBps: 10_000 },
      { ...line, kind: 'service', feeCentavos: 1_450 },
    ],
  })
  expect(await entry(supervisor)).toMatchObject({ feeCentavos: 200, commissionBps: 550 })
  const after = (await sell()).body
  expect(after).toMatchObject({ status: 'COMPLETED', feeCentavos: 200, totalCentavos: 10_200 })
  expect(await soldOn(after.id)).toEqual({ fee: 200, commission: 550, cost: 9_650, wholesale: 9_450 })
  expect(await soldOn(before.id)).toEqual({ fee: 0, commission: 412, cost: 9_588, wholesale: 9_450 })
  expect(await biller()).toMatchObject({ feeCentavos: 1_450 })
  const other = await app.shop()
  const { body } = await sell(other.cashier)
  expect(await soldOn(body.id), 'another merchant’s stay the same').toMatchObject({ commission: 412 })
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
})

test('a service is not sold at another total than the one shown, after a change of its fee or of its price', async () => {
  expect((await sell(cashier, topup, { totalCentavos: 10_000 })).status).toBe(201)
  await set([{ kind: 'airtime', feeCentavos: 500 }])
  const payment = { method: 'CASH', tenderedCentavos: 20_000 }
  const held = await app.books(store.merchantId)
  const refused = await sell(cashier, topup, { totalCentavos: 10_000, payment })
  expect(refused, refused.text).toMatchObject({
    status: 409,
    body: { code: 'price_changed', totalCentavos: 10_500 },
  })
  expect(await app.books(store.merchantId)).toEqual(held)
  const sold = await sell(cashier, topup, { totalCentavos: 10_500, payment })
  expect(sold.body).toMatchObject({ totalCentavos: 10_500, payment: { changeCentavos: 9_500 } })
  expect((await sell()).status, 'without a total it is sold at the current one').toBe(201)
  const price = (amount: number) =>
    app.admin.query('update vas.products set amount_centavos = $2 where id = $1', [topup, amount])
  await price(11_000)
  onTestFinished(async () => void (await price(10_000)))
  expect(await sell(cashier, topup, { totalCentavos: 10_500 })).toMatchObject({
    body: { code: 'price_changed', totalCentavos: 11_500 },
  })
})

test('a product that is not offered is absent from the catalog and the providers, and cannot be sold or looked up', async () => {
  const { id, provider } = await biller()
  const { provider: telcel } = await entry(cashier)
  await set([
    { kind: 'pin', isOffered: false },
    { kind: 'service', providerId: provider.id, isOffered: false },
    { kind: 'airtime', providerId: telcel.id, isOffered: false },
  ])
  expect((await catalog(cashier, 'pin')).body.items).toEqual([])
  expect(await biller()).toBeUndefined()
  expect(await entry(cashier)).toBeUndefined()
  const { items } = (await app.call(cashier, 'GET', `/vas/providers?storeId=${store.id}`)).body
  const names = items.map(({ name }: { name: string }) => name)
  expect(names).not.toContain('Sky')
  expect(names).not.toContain('Telcel')
  expect(names).toContain('Movistar')
  expect(items.flatMap(({ kinds }: { kinds: string[] }) => kinds)).not.toContain('pin')
  expect(await sell()).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await sell(cashier, id, { reference: '1234567800', amountCentavos: 20_000 })).status).toBe(404)
  await app.admin.query(
    `insert into settings.settings (key, value) values ('vas_adeudo_lookup', 'true') on conflict (key) do update set value = 'true'`,
  )
  const { rows } = await app.admin.query(`select id from vas.providers where name = 'CFE'`)
  await set([{ kind: 'service', providerId: rows[0].id, isOffered: false }])
  const path = `/vas/adeudo?providerId=${rows[0].id}&reference=123456789012`
  expect(await app.call(cashier, 'GET', path)).toMatchObject({
    status: 422,
    body: { code: 'product_unavailable' },
  })
  expect((await sell()).status).toBe(201)
})

describe('the catalog belongs to a merchant', () => {
  test('another merchant’s store is 403, like an absent one; a suspended merchant reads nothing', async () => {
    const other = await app.shop()
    for (const path of ['/vas/catalog?kind=airtime', '/vas/providers?']) {
      for (const storeId of [other.store.id, store.merchantId])
        expect(await app.call(cashier, 'GET', `${path}&storeId=${storeId}`)).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        })
      const nobody = await app.world.person()
      expect((await app.call(nobody, 'GET', path)).status).toBe(403)
    }
    await app.call(admin, 'GET', '/vas/providers')
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
    for (const path of ['/vas/catalog?kind=airtime', '/vas/providers?'])
      for (const named of ['', `&storeId=${store.id}`])
        expect(await app.call(cashier, 'GET', path + named)).toMatchObject({
          status: 403,
          body: { code: 'merchant_suspended' },
        })
  })

  test('a person who works for two merchants must name the store; for two stores of one merchant it is optional', async () => {
    const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
    await app.world.member(sibling, 'supervisor', cashier)
    expect((await catalog(cashier, 'airtime', '')).status).toBe(200)
    const other = await app.shop()
    await app.world.member(other.store, 'cashier', cashier)
    expect(await catalog(cashier, 'airtime', '')).toMatchObject({
      status: 422,
      body: { code: 'store_required' },
    })
    expect((await app.call(cashier, 'GET', '/vas/providers')).body.code).toBe('store_required')
    expect((await catalog(cashier)).status).toBe(200)
  })

  test('its ETag changes with the merchant’s and the platform’s terms, and with no others', async () => {
    const etag = async () => (await catalog(cashier)).headers.get('etag') ?? ''
    const first = await etag()
    expect(await etag()).toBe(first)
    await set([{ kind: 'airtime', shareBps: 6_000 }])
    const second = await etag()
    expect(second).not.toBe(first)
    expect((await catalog(cashier, 'airtime', undefined, { 'if-none-match': first })).status).toBe(200)
    expect((await catalog(cashier, 'airtime', undefined, { 'if-none-match': second })).status).toBe(304)
    const other = await app.shop()
    await set([{ kind: 'airtime', shareBps: 1_000 }], other.store.merchantId)
    expect(await etag()).toBe(second)
    const { lines } = await read(null)
    await set(lines, null)
    expect(await etag()).not.toBe(second)
  })

  test('platform staff see what merchants without their own terms are offered', async () => {
    expect((await catalog(operator, 'airtime', '')).body.items.length).toBeGreaterThan(20)
    expect((await catalog(operator)).status).toBe(403)
  })

  test('platform staff see the providers that the platform withholds as well, and the stores do not', async () => {
    const named = async (as: Person, query = '') =>
      (await app.call(as, 'GET', `/vas/providers${query}`)).body.items.map(
        ({ name }: { name: string }) => name,
      )
    const before = await named(operator)
    const { lines } = await read(null)
    const { provider } = await entry(cashier)
    await set([...lines, { kind: 'airtime', providerId: provider.id, isOffered: false }], null)
    onTestFinished(async () => void (await set(lines, null)))
    expect(await named(operator)).toEqual(before)
    expect(before).toContain('Telcel')
    expect(await named(cashier, `?storeId=${store.id}`)).not.toContain('Telcel')
    expect(
      (await catalog(operator, 'airtime', '')).body.items.map(
        ({ provider: { name } }: { provider: { name: string } }) => name,
      ),
    ).not.toContain('Telcel')
  })
})

describe('the terms', () => {
  test('are readable by operators and writable by confirmed administrators, and by no store staff', async () => {
    const lines = [{ kind: 'airtime', shareBps: 5_000 }]
    const path = pathOf(store.merchantId)
    for (const as of [undefined, cashier, store.manager]) {
      const status = as === undefined ? 401 : 403
      expect((await app.call(as, 'GET', path)).status).toBe(status)
      expect((await app.call(as, 'PUT', path, { version: 0, lines, reason: 'Prueba' })).status).toBe(status)
      expect((await app.call(as, 'GET', '/platform/vas-terms')).status).toBe(status)
    }
    expect((await put(lines, store.merchantId, {}, operator)).status).toBe(403)
    const tired = await app.world.platformAdmin()
    await app.admin.query('update identity.sessions set confirmed_at = null where account_id = $1', [
      tired.id,
    ])
    expect(await put(lines, store.merchantId, {}, tired)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    expect((await put(lines, store.id)).status).toBe(404)
    expect((await app.call(operator, 'GET', pathOf(store.id))).status).toBe(404)
    expect((await read()).lines).toEqual([])
  })

  test('are audited with the previous values and the reason', async () => {
    await set([{ kind: 'airtime', shareBps: 5_000 }])
    await set([{ kind: 'pin', isOffered: false }])
    const { rows } = await app.admin.query(
      `select before, after, user_id as by from audit.log
        where action = 'vas.terms.changed' and merchant_id = $1 order by id desc limit 1`,
      [store.merchantId],
    )
    expect(rows).toEqual([
      {
        by: admin.id,
        before: { lines: [{ ...line, kind: 'airtime', shareBps: 5_000 }] },
        after: { lines: [{ ...line, kind: 'pin', isOffered: false }], reason: 'Convenio nuevo' },
      },
    ])
  })

  test('changed concurrently are not overwritten', async () => {
    const lines = [{ kind: 'airtime', shareBps: 5_000 }]
    const answers = await Promise.all([1, 2, 3].map(() => put(lines, store.merchantId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    expect(await put(lines, store.merchantId)).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch', version: 1 },
    })
  })

  test('are not changed from a version that they cannot have', async () => {
    for (const merchantId of [store.merchantId, null])
      expect(await put([], merchantId, { version: 2_147_483_648 })).toMatchObject({
        status: 422,
        body: { code: 'invalid_request', errors: [{ path: '/version' }] },
      })
  })

  test.each([
    ['a share above all', [{ kind: 'airtime', shareBps: 10_001 }]],
    ['a negative fee', [{ kind: 'service', feeCentavos: -1 }]],
    ['a fee above a thousand pesos', [{ kind: 'service', feeCentavos: 100_001 }]],
    ['a kind without terms', [{ kind: 'chip', isOffered: true }]],
    [
      'two lines for the same',
      [
        { kind: 'pin', isOffered: true },
        { kind: 'pin', shareBps: 1 },
      ],
    ],
    [
      'an unknown provider',
      [{ kind: 'pin', providerId: '01900000-0000-7000-8000-000000000000', shareBps: 1 }],
    ],
    ['an unknown field', [{ kind: 'pin', share: 1 }]],
  ])('are refused as a whole for %s', async (_what, lines) => {
    const answer = await put([{ kind: 'airtime', shareBps: 100 }, ...lines], store.merchantId)
    expect(answer, answer.text).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
    expect(await read()).toMatchObject({ version: 0, lines: [] })
  })

  test('of the platform set everything for every kind, and require overseeing all merchants', async () => {
    const { version, lines } = await read(null)
    const gap = lines.map((each: { kind: string }) =>
      each.kind === 'pin' ? { ...each, shareBps: null } : each,
    )
    expect(await put(gap, null, { version })).toMatchObject({
      status: 422,
      body: { code: 'invalid_request' },
    })
    const confined = await app.world.platformAdmin()
    await app.admin.query(
      'insert into platform.admin_assignments (account_id, merchant_id, assigned_by) values ($1, $2, $3)',
      [confined.id, store.merchantId, admin.id],
    )
    expect((await put(lines, null, { version }, confined)).status).toBe(403)
    const other = await app.shop()
    expect((await put([], other.store.merchantId, {}, confined)).status).toBe(404)
    expect((await app.call(confined, 'GET', pathOf(other.store.merchantId))).status).toBe(404)
    expect((await put([], store.merchantId, {}, confined)).status).toBe(200)
  })

  test('of another merchant are not visible to the people of a store', async () => {
    const other = await app.shop()
    await set([{ kind: 'airtime', shareBps: 1_234 }], other.store.merchantId)
    await set([{ kind: 'airtime', shareBps: 4_321 }])
    const { rows } = await app.admin.query(
      `select relrowsecurity and relforcerowsecurity as is_forced from pg_class where oid in ('vas.terms'::regclass, 'vas.term_sheets'::regclass)`,
    )
    expect(rows).toEqual([{ is_forced: true }, { is_forced: true }])
    expect((await entry(supervisor)).commissionBps).toBe(Math.floor((550 * 4_321) / 10_000))
    // A policy decides by the merchant of the line, which is that of its sheet.
    const { rows: strays } = await app.admin.query(
      `select t.kind from vas.terms t join vas.term_sheets s on s.id = t.sheet_id
        where t.merchant_id is distinct from s.merchant_id`,
    )
    expect(strays).toEqual([])
  })
})
