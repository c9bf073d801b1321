import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patient } from '../../../test/patience.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Store } from '../../../test/world.ts'

let app: VasApp
let product: string

beforeAll(async () => {
  app = await startVasApp({ sandbox: { timeScale: 100 } })
  product = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())

const sell = (token: string, body: object, headers: Record<string, string> = {}) =>
  app.call({ token }, 'POST', '/vas/sale', body, headers)

describe('the provider’s answer by the last digits of the number', () => {
  test.each([
    ['5512345600', 201, 'COMPLETED', null, 'APPROVED'],
    ['5512345602', 201, 'FAILED', 'invalid_number', 'DECLINED'],
    ['5512345603', 201, 'FAILED', 'number_barred', 'DECLINED'],
    ['5512345604', 201, 'FAILED', 'carrier_unavailable', 'DECLINED'],
    ['5512345605', 201, 'FAILED', 'duplicate_at_provider', 'DECLINED'],
    ['5512345606', 201, 'FAILED', 'provider_rejected', 'DECLINED'],
    ['5512345607', 201, 'FAILED', 'provider_rejected', 'DECLINED'],
    ['5512345100', 201, 'COMPLETED', null, 'APPROVED'],
    ['5512345102', 201, 'FAILED', 'invalid_number', 'DECLINED'],
    ['5512345200', 201, 'COMPLETED', null, 'APPROVED'],
  ])('%s ends %i %s %s', async (reference, status, saleStatus, failure, variant) => {
    const { store, cashier } = await app.shop(1_000_000)
    const answer = await sell(cashier.token, { storeId: store.id, productId: product, reference })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body).toMatchObject({
      status: saleStatus,
      outcome: { variant },
      reference,
      amountCentavos: 10_000,
    })
    expect(answer.body.failure?.code ?? null).toBe(failure)
    if (saleStatus === 'COMPLETED') expect(answer.body.authorization).toMatch(/\w{6,}/)
    const books = await app.books(store.merchantId)
    expect(books).toMatchObject({ held: 0, faults: [] })
    if (saleStatus === 'COMPLETED') expect(books.available).toBeLessThan(1_000_000 - 9_000)
    else expect(books.available).toBe(1_000_000)
  })

  test('a slow sale is answered 202 and settled later, with the money held meanwhile', async () => {
    const { store, cashier } = await app.shop(1_000_000)
    const body = { storeId: store.id, productId: product, reference: '5512345300' }
    const first = await sell(cashier.token, body, { prefer: 'wait=0' })
    expect(first.status, first.text).toBe(202)
    expect(first.headers.get('location')).toBe(`/vas/sale/${first.body.id}`)
    expect(first.headers.get('retry-after')).toBe('2')
    expect(first.body).toMatchObject({ status: 'PENDING', outcome: { variant: 'PENDING' } })
    const held = await app.books(store.merchantId)
    expect(held.held).toBeGreaterThan(9_000)
    expect(held.faults).toEqual([])
    await expect
      .poll(async () => (await app.call(cashier, 'GET', `/vas/sale/${first.body.id}`)).body.status, {
        timeout: patient(15_000),
      })
      .toBe('COMPLETED')
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  })
})

describe('refused before anything is booked:', () => {
  const refused = async (storeId: string, merchantId: string) => {
    const { rows } = await app.admin.query('select count(*)::int as n from vas.sales where store_id = $1', [
      storeId,
    ])
    const books = await app.books(merchantId)
    return { sales: rows[0].n, held: books.held, faults: books.faults }
  }
  const nothing = { sales: 0, held: 0, faults: [] }

  test('a wallet that does not cover it', async () => {
    const { store, cashier } = await app.shop(9_000)
    const answer = await sell(cashier.token, { productId: product, reference: '5512345600' })
    expect(answer).toMatchObject({ status: 402, body: { code: 'insufficient_funds' } })
    expect(await refused(store.id, store.merchantId)).toEqual(nothing)
  })

  test.each([
    [
      'no product',
      { productId: '019f0000-0000-7000-8000-000000000000', reference: '5512345600' },
      404,
      'not_found',
    ],
    ['a number too short', { reference: '551234560' }, 422, 'reference_invalid'],
    ['no number', {}, 422, 'reference_invalid'],
    [
      'another amount than the product has',
      { reference: '5512345600', amountCentavos: 12_000 },
      422,
      'amount_not_allowed',
    ],
    [
      'too little cash',
      { reference: '5512345600', payment: { method: 'CASH', tenderedCentavos: 9_999 } },
      422,
      'tender_too_small',
    ],
    ['an unknown field', { reference: '5512345600', status: 'COMPLETED' }, 422, 'invalid_request'],
    ['an amount as text', { reference: '5512345600', amountCentavos: '10000' }, 422, 'invalid_request'],
    [
      'an unknown terminal',
      { reference: '5512345600', terminalId: '019f0000-0000-7000-8000-000000000000' },
      404,
      'not_found',
    ],
  ])('%s', async (_what, changes, status, code) => {
    const { store, cashier } = await app.shop()
    const answer = await sell(cashier.token, { storeId: store.id, productId: product, ...changes })
    expect(answer, answer.text).toMatchObject({ status, body: { code } })
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    expect(await refused(store.id, store.merchantId)).toEqual(nothing)
  })

  test.each<[string, string, (store: Store) => Promise<object>]>([
    [
      'a disabled terminal',
      'terminal_disabled',
      async ({ id }) => {
        const { rows } = await app.admin.query(
          `insert into shop.terminals (merchant_id, id, store_id, permission_set, name, status)
           select merchant_id, app.uuid_v7(), id, permission_set, 'Caja', 'DISABLED' from shop.stores where id = $1
           returning id`,
          [id],
        )
        return { terminalId: rows[0].id }
      },
    ],
    [
      'a closed store',
      'invalid_transition',
      async ({ id }) => {
        await app.admin.query(`update shop.stores set status = 'CLOSED' where id = $1`, [id])
        return {}
      },
    ],
  ])('%s', async (_what, code, arrange) => {
    const { store, cashier } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: '5512345600', ...(await arrange(store)) }
    expect(await sell(cashier.token, body)).toMatchObject({ status: 409, body: { code } })
    expect(await refused(store.id, store.merchantId)).toEqual(nothing)
  })

  test('guests, people of another store, and an unknown store are refused before anything else', async () => {
    const { store } = await app.shop()
    const { cashier: stranger } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: 'bad' }
    expect(await app.call(undefined, 'POST', '/vas/sale', body)).toMatchObject({ status: 401 })
    const foreign = await sell(stranger.token, body)
    const absent = await sell(stranger.token, { ...body, storeId: '019f0000-0000-7000-8000-000000000000' })
    const { requestId: _a, ...foreignBody } = foreign.body
    const { requestId: _b, ...absentBody } = absent.body
    expect(foreign.status).toBe(403)
    expect(foreignBody).toEqual(absentBody)
    expect(await refused(store.id, store.merchantId)).toEqual(nothing)
  })

  test('an unverified merchant, unless the platform lets it operate', async () => {
    const { store, cashier } = await app.shop()
    await app.admin.query('update platform.merchants set is_verified = false where id = $1', [
      store.merchantId,
    ])
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    expect(await sell(cashier.token, body)).toMatchObject({
      status: 403,
      body: { code: 'merchant_unverified' },
    })
    await app.admin.query(
      `insert into settings.settings (key, value) values ('merchant.unverifiedCanOperate', 'true')`,
    )
    expect((await sell(cashier.token, body)).status).toBe(201)
    await app.admin.query('delete from settings.settings')
  })

  test('a suspended merchant', async () => {
    const { store, cashier } = await app.shop()
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
    const answer = await sell(cashier.token, {
      storeId: store.id,
      productId: product,
      reference: '5512345600',
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
    expect(await refused(store.id, store.merchantId)).toEqual(nothing)
  })

  test('the same sale minutes after the first, unless the cashier confirms it', async () => {
    const { store, cashier } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: '55 1234 5600' }
    const first = await sell(cashier.token, body)
    const second = await sell(cashier.token, { ...body, reference: '+525512345600' })
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'duplicate_suspected',
        status: 409,
        saleId: first.body.id,
        folio: 'V-000001',
        saleStatus: 'COMPLETED',
      },
    })
    expect((await sell(cashier.token, { ...body, confirmDuplicate: true })).body.folio).toBe('V-000002')
  })

  test('a declined sale does not count as a duplicate: the cashier may try again', async () => {
    const { store, cashier } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: '5512345604' }
    expect((await sell(cashier.token, body)).body.status).toBe('FAILED')
    expect((await sell(cashier.token, body)).status).toBe(201)
  })
})

describe('a retry with its Idempotency-Key', () => {
  test('gets the first answer again, byte for byte', async () => {
    const { store, cashier } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    const first = await sell(cashier.token, body, { 'idempotency-key': 'key-0000-1' })
    const reordered = { reference: '5512345600', productId: product, storeId: store.id }
    const again = await sell(cashier.token, reordered, { 'idempotency-key': 'key-0000-1' })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
  })

  test('can be looked up by its sender without sending it again', async () => {
    const { store, cashier } = await app.shop()
    const supervisor = await app.world.member(store, 'supervisor')
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    const key = 'asked-about-1'
    const ask = async (as: { token: string }, by: string) =>
      (await app.call(as, 'GET', `/vas/sales?storeId=${store.id}&idempotencyKey=${by}`)).body.items
    expect(await ask(cashier, key)).toEqual([])
    const { body: sold } = await sell(cashier.token, body, { 'idempotency-key': key })
    await sell(cashier.token, { ...body, reference: '5512345700' }, { 'idempotency-key': 'asked-about-2' })
    expect(sold.status).toBe('COMPLETED')
    expect(await ask(cashier, key)).toMatchObject([{ id: sold.id, reference: '5512345600' }])
    expect(await ask(cashier, 'asked-about-0')).toEqual([])
    expect(await ask(supervisor, key)).toEqual([])
  })

  test('is no “never made” for a sender who does not see the sales any more', async () => {
    const { store, cashier } = await app.shop()
    const key = 'asked-about-3'
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    await sell(cashier.token, body, { 'idempotency-key': key })
    const ask = (query: string) => app.call(cashier, 'GET', `/vas/sales?idempotencyKey=${key}${query}`)
    const write = (status: string) =>
      app.admin.query('select platform.write_status($1, $2)', [store.merchantId, status])
    await write('SUSPENDED')
    for (const query of ['', `&storeId=${store.id}`])
      expect(await ask(query)).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
    expect((await app.call(cashier, 'GET', `/vas/sales?storeId=${store.id}`)).body.items).toEqual([])
    await write('ACTIVE')
    expect((await ask(`&storeId=${store.id}`)).body.items).toHaveLength(1)
    const other = await app.shop()
    expect(await ask(`&storeId=${other.store.id}`)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })

  test('is found by its folio and by its number, as people write them, in the caller’s store only', async () => {
    const [{ store, cashier }, other] = [await app.shop(), await app.shop()]
    const { body: sold } = await sell(cashier.token, {
      storeId: store.id,
      productId: product,
      reference: '5512345811',
    })
    await sell(cashier.token, { storeId: store.id, productId: product, reference: '5512345812' })
    await sell(other.cashier.token, { storeId: other.store.id, productId: product, reference: '5512345811' })
    const found = async (q: string) =>
      (
        await app.call(cashier, 'GET', `/vas/sales?storeId=${store.id}&q=${encodeURIComponent(q)}`)
      ).body.items.map(({ id }: { id: string }) => id)
    for (const q of [
      sold.folio,
      ` ${sold.folio.toLowerCase()} `,
      '5512345811',
      '55 1234 5811',
      '55-1234.5811',
      '(55) 1234-5811',
      '+52 1 55 1234 5811',
      '044 55 1234 5811',
    ])
      expect(await found(q), q).toEqual([sold.id])
    for (const q of ['551234581', '5512345810', `${sold.folio}0`, '%', "' or true --"])
      expect(await found(q), q).toEqual([])
  })

  test('is refused for a different request', async () => {
    const { store, cashier } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    await sell(cashier.token, body, { 'idempotency-key': 'key-0000-2' })
    const other = await sell(
      cashier.token,
      { ...body, reference: '5512345699' },
      { 'idempotency-key': 'key-0000-2' },
    )
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test('sent twenty times concurrently makes one sale', async () => {
    const { store, cashier } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sell(cashier.token, body, { 'idempotency-key': 'key-0000-3' })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(statuses).toContain(201)
    const { rows } = await app.admin.query('select count(*)::int as n from vas.sales where store_id = $1', [
      store.id,
    ])
    expect(rows[0].n).toBe(1)
    const refusal = answers.find(({ status }) => status === 409)
    if (refusal)
      expect(refusal.body).toMatchObject({ code: 'idempotency_key_in_use', saleId: expect.any(String) })
  })
})

test(
  'of 200 concurrent sales on a wallet that covers 37, 37 succeed, 163 are refused, and no centavo is missing',
  async () => {
    const { store, cashier } = await app.shop(0)
    const probe = await app.shop()
    const { body: sold } = await sell(probe.cashier.token, { productId: product, reference: '5512345600' })
    const cost = 1_000_000 - (await app.books(probe.store.merchantId)).available
    expect(sold.status).toBe('COMPLETED')
    await app.world.fund(store.merchantId, cost * 37 + cost - 1)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        sell(cashier.token, {
          storeId: store.id,
          productId: product,
          reference: `55${String(10_000 + index)}000`.slice(0, 8).concat('00'),
        }),
      ),
    )
    // Among so many, a till may be answered before the provider is.
    await app.settling.idle()
    const { rows: sales } = await app.admin.query(
      `select status, count(*)::int as n from vas.sales where store_id = $1 group by status`,
      [store.id],
    )
    expect(sales).toEqual([{ status: 'COMPLETED', n: 37 }])
    const count = (...statuses: number[]) => answers.filter(({ status }) => statuses.includes(status)).length
    expect({ sold: count(201, 202), refused: count(402) }).toEqual({ sold: 37, refused: 163 })
    for (const answer of answers)
      if (answer.status === 402) expect(answer.body.code).toBe('insufficient_funds')
    expect(await app.books(store.merchantId)).toEqual({ available: cost - 1, held: 0, faults: [] })
    const { rows } = await app.admin.query(
      `select array_agg(folio order by folio) as folios from vas.sales where store_id = $1`,
      [store.id],
    )
    expect(rows[0].folios).toEqual(
      Array.from({ length: 37 }, (_, n) => `V-${String(n + 1).padStart(6, '0')}`),
    )
  },
  patient(60_000),
)

test('each step of a sale is audited in its own transaction', async () => {
  const { store, cashier } = await app.shop()
  const { body } = await sell(cashier.token, { productId: product, reference: '5512345600' })
  const { rows } = await app.admin.query(
    `select action, user_id, store_id from audit.log where entity = 'vas_sale' and entity_id = $1 order by id`,
    [body.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'vas.sale.opened',
    'vas.sale.confirming',
    'vas.sale.completed',
  ])
  expect(rows[0]).toMatchObject({ user_id: cashier.id, store_id: store.id })
})

test('the ticket shows store, folio, authorization and product, each once', async () => {
  const { store, cashier } = await app.shop()
  const { body } = await sell(cashier.token, {
    productId: product,
    reference: '5512345600',
    payment: { method: 'CASH', tenderedCentavos: 20_000 },
  })
  const ticket = Object.fromEntries(
    body.receipt.map(({ label, value }: { label: string; value: string }) => [label, value]),
  )
  expect(ticket).toMatchObject({
    Tienda: store.name,
    Folio: body.folio,
    Autorización: body.authorization,
    Número: '55 1234 5600',
    Total: '$100.00',
    Recibido: '$200.00',
    Cambio: '$100.00',
  })
  expect(ticket.Producto.match(/Telcel/g)).toHaveLength(1)
})

test('a product that costs us more than the customer would pay is not sold, and takes no money', async () => {
  const { store, cashier } = await app.shop(1_000_000)
  const body = { storeId: store.id, productId: product, reference: '5512345600' }
  const { rows } = await app.admin.query(
    'select wholesale_centavos::int as price from vas.products where id = $1',
    [product],
  )
  const charge = (centavos: number) =>
    app.admin.query('update vas.products set wholesale_centavos = $2 where id = $1', [product, centavos])
  await charge(10_001)
  try {
    const refused = await sell(cashier.token, body)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.code).toBe('product_unavailable')
    expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0 })
    await charge(10_000)
    expect((await sell(cashier.token, body)).body.status).toBe('COMPLETED')
  } finally {
    await charge(rows[0].price)
  }
})
