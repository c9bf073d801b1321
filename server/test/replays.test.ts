import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cell } from '../src/authorization/matrix.ts'
import type { Answer } from './app.ts'
import { keyedCommands } from './keyed-commands.ts'
import { patient } from './patience.ts'
import { settlementShop } from './settlement-shop.ts'
import { sharedProduct } from './shared-product.ts'
import { type Shop, type Tills, tillsOf } from './till.ts'
import type { Member, Person, Store } from './world.ts'

/** A request to one route, and its caller; the ids in the path are of records created for it. */
interface Asked {
  readonly by: Member
  readonly path: string
  readonly body: object
  /** Changes that make it a different request; by default the same request is sent for another record. */
  readonly change?: object
  /** A secret of the answer that a replay has as null. */
  readonly secret?: string
}

let app: Awaited<ReturnType<typeof sharedProduct>>
let tills: Tills

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
})

const done = async (by: Member, to: string, body: object): Promise<Answer['body']> => {
  const answer = await app.call(by, 'POST', to, body)
  if (answer.status >= 300) throw new Error(`${to}: ${answer.text}`)
  return answer.body
}
const goods = ({ store }: Shop) => tills.product(store, { stock: 50 })
/** Airtime to sell, which the merchant can pay for. */
async function airtime(by: Pick<Person, 'token'>, { id, merchantId }: Store): Promise<string> {
  await app.admin.query('update platform.merchants set is_verified = true where id = $1', [merchantId])
  await app.world.fund(merchantId, 1_000_000)
  return (await app.call(by, 'GET', `/vas/catalog?kind=airtime&storeId=${id}`)).body.items[0].id
}
const shiftOf = async ({ cashier }: Shop) =>
  (await app.call(cashier, 'GET', `/pos/shifts/current?storeId=${cashier.storeId}`)).body.shift.id as string
const sister = ({ store }: Shop) => app.world.store({ id: store.merchantId, owner: store.manager })
const managerOf = ({ store }: Shop) => app.world.member(store, 'manager')
const today = async () =>
  (await app.admin.query(`select (now() at time zone 'America/Mexico_City')::date::text as day`)).rows[0].day

/** By registered route; those of collections are alike. */
const cases: Readonly<Record<string, (shop: Shop) => Promise<Asked>>> = {
  'POST /vas/sale': async ({ cashier, store }) => {
    // The store is the caller's only one, so the request may omit it.
    return {
      by: cashier,
      path: '/vas/sale',
      body: { productId: await airtime(cashier, store), reference: '5512345699' },
      change: { reference: '5512345698' },
    }
  },
  'POST /pos/carts/{id}/finalize': async (shop) => {
    const cart = await tills.cart(shop.cashier, [{ variantId: await goods(shop) }])
    const payments = [{ method: 'CASH', amountCentavos: cart.totalCentavos }]
    return {
      by: shop.cashier,
      path: `/pos/carts/${cart.id}/finalize`,
      body: { version: cart.version, payments },
      change: { version: cart.version + 1 },
    }
  },
  'POST /pos/carts/{id}/lines': async (shop) => {
    const cart = await tills.cart(shop.cashier, [])
    return {
      by: shop.cashier,
      path: `/pos/carts/${cart.id}/lines`,
      body: { variantId: await goods(shop) },
      change: { quantity: 2 },
    }
  },
  'PATCH /pos/carts/{id}/lines/{lineId}': async (shop) => {
    const cart = await tills.cart(shop.cashier, [{ variantId: await goods(shop) }])
    return {
      by: shop.cashier,
      path: `/pos/carts/${cart.id}/lines/${cart.lines[0].id}`,
      body: { quantity: 2 },
      change: { quantity: 3 },
    }
  },
  'POST /pos/approvals': async (shop) => {
    const cart = await tills.cart(shop.cashier, [{ variantId: await goods(shop) }])
    const discount = { type: 'DISCOUNT', scope: 'CART', cartId: cart.id, amountCentavos: 100 }
    return {
      by: shop.cashier,
      path: '/pos/approvals',
      body: { ...discount, reason: 'Cliente frecuente' },
      change: { reason: 'Otra' },
    }
  },
  'POST /pos/sales_orders/{id}/refunds': async (shop) => {
    const { order } = await tills.sale(shop.cashier, [{ variantId: await goods(shop) }])
    await tills.openShift(shop.supervisor)
    return {
      by: shop.supervisor,
      path: `/pos/sales_orders/${order.id}/refunds`,
      body: { type: 'REFUND', reason: 'No le gustó' },
      change: { reason: 'Venía roto' },
    }
  },
  'POST /pos/shifts': async ({ supervisor }) => ({
    by: supervisor,
    path: '/pos/shifts',
    body: { openingFloatCentavos: 10_000 },
    change: { openingFloatCentavos: 10_001 },
  }),
  'POST /pos/shifts/{id}/cash_movements': async (shop) => ({
    by: shop.cashier,
    path: `/pos/shifts/${await shiftOf(shop)}/cash_movements`,
    body: { kind: 'CASH_IN', amountCentavos: 5_000, reason: 'Cambio' },
    change: { amountCentavos: 5_001 },
  }),
  'POST /pos/shifts/{id}/close': async (shop) => ({
    by: shop.cashier,
    path: `/pos/shifts/${await shiftOf(shop)}/close`,
    body: { denominations: { 50000: 1 } },
    change: { denominations: { 50000: 2 } },
  }),
  'POST /pos/inventory/receipts': async (shop) => ({
    by: shop.supervisor,
    path: '/pos/inventory/receipts',
    body: { lines: [{ variantId: await goods(shop), quantity: 3 }] },
  }),
  'POST /pos/inventory/adjustments': async (shop) => ({
    by: shop.supervisor,
    path: '/pos/inventory/adjustments',
    body: { kind: 'WASTE', reason: 'Se rompió', lines: [{ variantId: await goods(shop), quantity: -1 }] },
  }),
  'POST /pos/inventory/counts': async (shop) => ({
    by: shop.supervisor,
    path: '/pos/inventory/counts',
    body: { variantIds: [await goods(shop)] },
  }),
  'POST /pos/inventory/counts/{id}/close': async (shop) => {
    const body = { storeId: shop.store.id, variantIds: [await goods(shop)] }
    const { id } = await done(shop.supervisor, '/pos/inventory/counts', body)
    return { by: shop.supervisor, path: `/pos/inventory/counts/${id}/close`, body: {} }
  },
  'PUT /pos/inventory/counts/{id}/lines': async (shop) => {
    const variantId = await goods(shop)
    const body = { storeId: shop.store.id, variantIds: [variantId] }
    const { id } = await done(shop.supervisor, '/pos/inventory/counts', body)
    const lines = [{ variantId, counted: 1, countedBefore: null }]
    return { by: shop.supervisor, path: `/pos/inventory/counts/${id}/lines`, body: { lines } }
  },
  'POST /pos/inventory/counts/{id}/cancel': async (shop) => {
    const body = { storeId: shop.store.id, variantIds: [await goods(shop)] }
    const { id } = await done(shop.supervisor, '/pos/inventory/counts', body)
    return { by: shop.supervisor, path: `/pos/inventory/counts/${id}/cancel`, body: {} }
  },
  'POST /pos/inventory/transfers': async (shop) => transfer(shop, await sister(shop)),
  'POST /pos/inventory/transfers/{id}/cancel': async (shop) => {
    const { path: sending, body } = await transfer(shop, await sister(shop))
    const { id } = await done(shop.supervisor, sending, body)
    return { by: shop.supervisor, path: `/pos/inventory/transfers/${id}/cancel`, body: {} }
  },
  'POST /pos/inventory/transfers/{id}/receive': async (shop) => {
    const from = await sister(shop)
    const sender = { ...shop, store: from, supervisor: await app.world.member(from, 'supervisor') }
    const { path: sending, body } = await transfer(sender, shop.store)
    await done(sender.supervisor, sending, body)
    const { rows } = await app.admin.query(
      `select id from stock.stock_transfers where store_id = $1 and direction = 'IN' order by id desc limit 1`,
      [shop.store.id],
    )
    return { by: shop.supervisor, path: `/pos/inventory/transfers/${rows[0].id}/receive`, body: {} }
  },
  'POST /pos/deposits': async (shop) => ({
    by: await managerOf(shop),
    path: '/pos/deposits',
    body: { amountCentavos: 10_000, claveRastreo: `R${randomUUID().slice(0, 8)}`, paidOn: await today() },
    change: { amountCentavos: 10_001 },
  }),
  'POST /pos/products/bulk-change': async (shop) => ({
    by: shop.supervisor,
    path: '/pos/products/bulk-change',
    body: {
      storeId: shop.store.id,
      productIds: [await goods(shop)],
      price: { kind: 'PERCENT', percentBps: 1_000 },
    },
  }),
  'POST /pos/cashiers': async ({ supervisor, store }) => ({
    by: supervisor,
    path: '/pos/cashiers',
    body: { storeId: store.id, name: 'Beto Ruiz' },
    change: { name: 'Ana Ruiz' },
    secret: 'pin',
  }),
  'POST /pos/settlements/requests': async (shop) => {
    const { bankAccount, verify } = settlementShop(app, await app.world.operator())
    const { merchantId } = shop.store
    await verify(merchantId)
    await app.world.fund(merchantId, 1_000_000)
    return {
      by: await managerOf(shop),
      path: '/pos/settlements/requests',
      body: { amountCentavos: 20_000, bankAccountId: await bankAccount(merchantId) },
      change: { amountCentavos: 20_001 },
    }
  },
}

async function transfer(shop: Shop, to: { id: string; merchantId: string }): Promise<Asked> {
  const variantId = await goods(shop)
  const toVariantId = await tills.product(to, { stock: 1 })
  const lines = [{ variantId, toVariantId, quantity: 1 }]
  return { by: shop.supervisor, path: '/pos/inventory/transfers', body: { toStoreId: to.id, lines } }
}

/** Fields of a plain record, if it has others than a name. */
const fields: Readonly<Record<string, (shop: Shop) => Promise<object>>> = {
  '/pos/products': async () => ({ priceCentavos: 900 }),
  '/pos/variants': async (shop) => ({ productId: await goods(shop) }),
  '/pos/barcodes': async (shop) => ({
    variantId: await goods(shop),
    code: `C${randomUUID()}`,
    name: undefined,
  }),
  '/pos/tax_rates': async () => ({ rateBps: 900 }),
}

/** Creates a record of a collection. */
async function record(to: string, shop: Shop): Promise<Asked> {
  const by = await managerOf(shop)
  const own = await fields[to]?.(shop)
  return { by, path: to, body: { storeId: by.storeId, name: `Uno ${randomUUID()}`, ...own } }
}

const caseOf = (name: string, shop: Shop): Promise<Asked> => {
  const known = cases[name]
  return known === undefined ? record(name.replace('POST ', ''), shop) : known(shop)
}

const worksElsewhere = 'is dismissed, and works for another merchant'

/** What happens to the caller between the first answer and the replay. */
const ends: Readonly<Record<string, (by: Member) => Promise<unknown>>> = {
  'is dismissed': ({ membershipId }) => app.world.endMembership(membershipId),
  [worksElsewhere]: async (by) => {
    await app.world.endMembership(by.membershipId)
    await app.world.member(await app.world.store(), 'manager', by)
  },
  'is dismissed, and works in another store of the merchant': async (by) => {
    const owner = await app.admin.query(
      `select a.id, a.email, a.name from platform.merchants m join identity.accounts a on a.id = m.owner_id where m.id = $1`,
      [by.merchantId],
    )
    const other = await app.world.store({ id: by.merchantId, owner: { ...owner.rows[0], token: '' } })
    await app.world.endMembership(by.membershipId)
    await app.world.member(other, by.role, by)
  },
  'finds the merchant suspended': ({ merchantId }) =>
    app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [merchantId]),
}

/** The number of the merchant's rows in every table: everything that a request can leave behind. */
async function rowsOf({ merchantId }: Member): Promise<number> {
  const { rows: tables } = await app.admin.query(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and a.attname = 'merchant_id' and c.relnamespace <> 'authz'::regnamespace`,
  )
  const counts = tables.map(({ name }) => `(select count(*) from ${name} where merchant_id = $1)`)
  const { rows } = await app.admin.query(`select (${counts.join(' + ')})::int as all`, [merchantId])
  return rows[0].all
}

/** What a replay answers: the first answer, without its secret. */
function replayOf({ body, text }: Answer, { secret }: Asked): unknown {
  if (secret === undefined) return text
  return JSON.stringify({ ...body, [secret]: null })
}

async function pendingOf({ merchantId }: Member): Promise<number> {
  const { rowCount } = await app.admin.query(
    `select from vas.sales where merchant_id = $1 and status = 'PENDING'`,
    [merchantId],
  )
  return rowCount as number
}

test('keys are claimed and answers kept by one mechanism, in one table', async () => {
  const { rows } = await app.admin.query(
    `select pronamespace::regnamespace || '.' || proname as name from pg_proc
      where prosrc like '%idempotency_keys%' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['app.claim_key', 'app.keep_answer', 'app.lead_key_to'])
  const tables = await app.admin.query(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'dbos')
        and (a.attname like '%idempotency%' or a.attname = 'fingerprint' and exists (
          select from pg_attribute k where k.attrelid = c.oid and k.attname = 'key'))`,
  )
  expect(tables.rows.map(({ name }) => name)).toEqual(['app.idempotency_keys'])
})

test('every idempotent route is tested here', () => {
  const idempotent = app.product.routes.filter((route) => route.idempotent === true)
  expect(idempotent.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...keyedCommands].sort())
})

// The keys of acts of the platform are kept with no merchant: merchants.test.ts.
const commandsOfStores = keyedCommands.filter((name) => name !== 'POST /pos/merchants')

describe.each(commandsOfStores)('a replay of %s', (name) => {
  const [method = ''] = name.split(' ')
  const first = async () => {
    const asked = await caseOf(name, await tills.shop())
    const key = { 'idempotency-key': randomUUID() }
    const again = () => app.call(asked.by, method, asked.path, asked.body, key)
    const answer = await again()
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(200)
    expect(answer.status, answer.text).toBeLessThan(300)
    return { asked, answer, again }
  }

  test('does nothing again when twenty are sent at once', async () => {
    const effectOf = async (times: number) => {
      const asked = await caseOf(name, await tills.shop())
      const key = { 'idempotency-key': randomUUID() }
      const before = await rowsOf(asked.by)
      const answers = await Promise.all(
        Array.from({ length: times }, () => app.call(asked.by, method, asked.path, asked.body, key)),
      )
      // What goes on beyond its transaction is counted when it is over.
      await expect.poll(() => pendingOf(asked.by), { timeout: patient(60_000) }).toBe(0)
      return { asked, answers, rows: (await rowsOf(asked.by)) - before }
    }
    const one = await effectOf(1)
    expect(one.rows).toBeGreaterThan(0)
    const twenty = await effectOf(20)
    expect(twenty.rows).toBe(one.rows)
    const done = twenty.answers.filter(({ status }) => status < 300)
    // A request that continues after its transaction gets `idempotency_key_in_use` meanwhile.
    for (const { status, body } of twenty.answers.filter((each) => !done.includes(each)))
      expect([name, status, body.code]).toEqual(['POST /vas/sale', 409, 'idempotency_key_in_use'])
    const firsts = done.filter(({ headers }) => headers.get('idempotent-replayed') === null)
    expect(firsts).toHaveLength(1)
    const replay = replayOf(firsts[0] as Answer, twenty.asked)
    for (const each of done.filter((one) => !firsts.includes(one))) expect(each.text).toBe(replay)
  })

  test('is returned to no other caller and to no other request', async () => {
    const shop = await tills.shop()
    const asked = await caseOf(name, shop)
    const other =
      asked.change === undefined
        ? await caseOf(name, shop)
        : { ...asked, body: { ...asked.body, ...asked.change } }
    const key = { 'idempotency-key': randomUUID() }
    const answer = await app.call(asked.by, method, asked.path, asked.body, key)
    expect(answer.status, answer.text).toBeLessThan(300)
    const before = await rowsOf(asked.by)
    const refused = await app.call(asked.by, method, other.path, other.body, key)
    expect([refused.status, refused.body.code], refused.text).toEqual([422, 'idempotency_key_reused'])
    expect(await rowsOf(asked.by)).toBe(before)

    const { role, storeId, merchantId } = asked.by
    const colleague = await app.world.member({ id: storeId, merchantId }, role)
    const own = await app.call(colleague, method, asked.path, asked.body, key)
    expect(own.headers.get('idempotent-replayed')).toBeNull()
    expect(own.text).not.toContain('idempotency_key')
  })

  test('is another request at another merchant of the same caller', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const { by, path, body } = await caseOf(name, await tills.shop())
    const first = await app.call(by, method, path, body, key)
    const elsewhere = await caseOf(name, await tills.shop())
    const { role, storeId, merchantId } = elsewhere.by
    await app.world.member({ id: storeId, merchantId }, role, by)
    const named = name === 'POST /vas/sale' && { storeId }
    const second = await app.call(by, method, elsewhere.path, { ...elsewhere.body, ...named }, key)
    // What belongs to a colleague, such as a cart, is refused for that reason.
    expect(second.text).not.toContain('idempotency_key')
    expect(second.headers.get('idempotent-replayed')).toBeNull()
    expect(second.text).not.toBe(first.text)
  })

  test('is the first request when the one before was refused', async () => {
    const asked = await caseOf(name, await tills.shop())
    const key = { 'idempotency-key': randomUUID() }
    const be = (status: string) =>
      app.admin.query('select platform.write_status($1, $2)', [asked.by.merchantId, status])
    await be('SUSPENDED')
    expect((await app.call(asked.by, method, asked.path, asked.body, key)).status).toBeGreaterThanOrEqual(400)
    await be('ACTIVE')
    const answer = await app.call(asked.by, method, asked.path, asked.body, key)
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
  })

  test('is returned to a caller who may still act there', async () => {
    const { asked, answer, again } = await first()
    const replayed = await again()
    expect(replayed.text).toBe(replayOf(answer, asked))
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
  })

  test.each(Object.keys(ends))('is refused when the caller %s', async (what) => {
    const { asked, answer, again } = await first()
    await ends[what]?.(asked.by)
    const replayed = await again()
    // The first answer's contents are in none of these.
    expect(replayed.headers.get('idempotent-replayed')).toBeNull()
    // A request that names neither a store nor a record of one is the new merchant's first request.
    if (what !== worksElsewhere) {
      expect([401, 403, 404, 422], replayed.text).toContain(replayed.status)
      if (replayed.status === 422) expect(replayed.body.code).toBe('idempotency_key_reused')
    }
    const { id = answer.body.employeeId } = answer.body
    if (typeof id === 'string') expect(replayed.text).not.toContain(id)
    if (what === 'finds the merchant suspended')
      expect(['merchant_suspended', 'not_found']).toContain(replayed.body.code)
  })

  test('is refused when the caller’s new role has no permission', async () => {
    const { asked, again } = await first()
    const { role } = asked.by
    const lower = role === 'manager' ? 'supervisor' : 'cashier'
    await app.world.giveRole(asked.by, lower)
    const route = app.product.routes.find(({ method, path }) => `${method} ${path}` === name)
    const replayed = await again()
    const { access, domain = 'catalog' } = route ?? {}
    const isForAll =
      access === 'rows' ? cell(domain, lower).all.includes('create') : access === 'store:cashier'
    if (isForAll) expect(replayed.status).toBeLessThan(300)
    else expect(replayed).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

describe('the next API key of a merchant', () => {
  const named = () => ({ 'idempotency-key': randomUUID() })
  const program = (of: Shop['manager'], options: Parameters<typeof app.world.apiKey>[1] = {}) =>
    app.world.apiKey(of, options)

  test('gets the answer to what the last one did, and does it only once', async () => {
    const { store } = await tills.shop()
    const body = { storeId: store.id, name: `Uno ${randomUUID()}`, priceCentavos: 900 }
    const key = named()
    const made = await app.call(await program(store.manager), 'POST', '/pos/products', body, key)
    expect(made.status, made.text).toBe(201)
    const repeated = await app.call(await program(store.manager), 'POST', '/pos/products', body, key)
    expect(repeated.text).toBe(made.text)
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    // Persons have their own.
    const byPerson = await app.call(
      store.manager,
      'POST',
      '/pos/products',
      { ...body, name: randomUUID() },
      key,
    )
    expect(byPerson.status, byPerson.text).toBe(201)
  })

  test('sells no service a second time, and finds the sale by its key', async () => {
    const { store } = await tills.shop()
    const [first, next] = [await program(store.manager), await program(store.manager)]
    await tills.openShift({ ...store.manager, ...first })
    const body = { storeId: store.id, productId: await airtime(first, store), reference: '5512345699' }
    const key = named()
    const sold = await app.call(first, 'POST', '/vas/sale', body, key)
    expect(sold.status, sold.text).toBeLessThan(300)
    const repeated = await app.call(next, 'POST', '/vas/sale', body, key)
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect(repeated.body.id).toBe(sold.body.id)
    const found = await app.call(next, 'GET', `/vas/sales?idempotencyKey=${key['idempotency-key']}`)
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([sold.body.id])
  })

  test('gets nothing of a store or a scope that it does not have, nor of another merchant', async () => {
    const { store } = await tills.shop()
    const other = await app.world.store({ id: store.merchantId, owner: store.manager })
    const body = { storeId: store.id, name: `Uno ${randomUUID()}`, priceCentavos: 900 }
    const key = named()
    const made = await app.call(await program(store.manager), 'POST', '/pos/products', body, key)
    expect(made.status, made.text).toBe(201)
    const elsewhere = await app.world.store()
    for (const who of [
      await program(store.manager, { storeIds: [other.id] }),
      await program(store.manager, { scopes: ['POS_CATALOG_READ'] }),
      await program(elsewhere.manager),
    ]) {
      const refused = await app.call(who, 'POST', '/pos/products', body, key)
      expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
      expect(refused.text).not.toContain(made.body.id)
    }
  })
})
