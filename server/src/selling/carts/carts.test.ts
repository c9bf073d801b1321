import { randomUUID } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string
let soap: string
let villa: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 4_650, barcode: '7501055300006' })
  soap = await tills.product(shop.store, { priceCentavos: 1_995, tax: 'IVA_0', name: 'Jabón' })
  villa = await tills.product(shop.store, { priceCentavos: 1_000_000_000, name: 'Villa' })
})

const open = (body: object = {}, who: Pick<Person, 'token'> = shop.cashier) =>
  app.call(who, 'POST', '/pos/carts', { storeId: shop.store.id, ...body })
const at = (cart: { id: string }, method: string, path: string, body?: unknown, headers = {}) =>
  app.call(shop.cashier, method, `/pos/carts/${cart.id}${path}`, body, headers)
const line = (cart: { id: string }, body: object, headers = {}) => at(cart, 'POST', '/lines', body, headers)
const paths = (answer: { body: { errors: { path: string }[] } }) => answer.body.errors.map(({ path }) => path)
const audited = async (id: string) =>
  (await app.admin.query(`select action from audit.log where entity_id = $1 order by id`, [id])).rows.map(
    ({ action }) => action,
  )

describe('opening a cart', () => {
  test('returns it whole: lines from the catalog, priced, with the included tax', async () => {
    const answer = await open({
      lines: [
        { variantId: coffee, quantity: 2 },
        { variantId: soap, quantity: 3, note: 'para regalo' },
      ],
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('location')).toBe(`/pos/carts/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      storeId: shop.store.id,
      membershipId: shop.cashier.membershipId,
      status: 'OPEN',
      version: 1,
      grossCentavos: 15_285,
      discountCentavos: 0,
      taxCentavos: 1_283,
      totalCentavos: 15_285,
      cashTotalCentavos: 15_285,
      discounts: [],
      orderId: null,
      lines: [
        {
          position: 1,
          variantId: coffee,
          productId: coffee,
          productName: 'Café de olla',
          variantName: null,
          quantity: 2,
          unitPriceCentavos: 4_650,
          taxRateBps: 1_600,
          grossCentavos: 9_300,
          taxCentavos: 1_283,
          totalCentavos: 9_300,
          note: null,
        },
        {
          position: 2,
          variantId: soap,
          taxRateBps: 0,
          taxCentavos: 0,
          totalCentavos: 5_985,
          note: 'para regalo',
        },
      ],
    })
    expect(new Date(answer.body.createdAt).toISOString()).toBe(answer.body.createdAt)
    const read = await app.call(shop.supervisor, 'GET', `/pos/carts/${answer.body.id}`)
    expect(read.body).toEqual(answer.body)
  })

  test('accepts barcodes, one piece by default, and merges repeated goods', async () => {
    const lines = [
      { barcode: '7501055300006' },
      { variantId: coffee, quantity: 2 },
      { variantId: coffee, note: 'x' },
    ]
    const { body } = await open({ lines })
    expect(body.lines.map((each: { quantity: number; note: string }) => [each.quantity, each.note])).toEqual([
      [3, null],
      [1, 'x'],
    ])
  })

  test('under an id from the device happens once, also when others use the id', async () => {
    const id = uuidV7()
    const order = { id, lines: [{ variantId: coffee }] }
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(order)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await line({ id }, { variantId: soap })
    const later = await open(order)
    expect(later).toMatchObject({ status: 200, body: { version: 2, lines: [{}, {}] } })
    const stranger = await open(order, shop.supervisor)
    expect(stranger).toMatchObject({
      status: 409,
      body: { code: 'duplicate_value', errors: [{ path: '/id' }] },
    })
    const other = await tills.shop()
    const elsewhere = await app.call(other.cashier, 'POST', '/pos/carts', { id, storeId: other.store.id })
    expect(elsewhere.status, 'another merchant’s ids are its own').toBe(201)
    expect(paths(await open({ id: randomUUID() }))).toEqual(['/id'])
  })

  test('names customer and terminal of the store', async () => {
    const customer = await app.call(shop.cashier, 'POST', '/pos/customers', {
      storeId: shop.store.id,
      name: 'Ana',
    })
    const terminal = await app.call(shop.manager, 'POST', '/pos/terminals', {
      storeId: shop.store.id,
      name: 'Caja 7',
    })
    const { id: terminalId } = terminal.body
    const { id: customerId } = customer.body
    expect((await open({ customerId, terminalId })).body).toMatchObject({ customerId, terminalId })
    const other = await tills.shop()
    const foreign = await app.call(other.cashier, 'POST', '/pos/customers', {
      storeId: other.store.id,
      name: 'Eva',
    })
    for (const id of [foreign.body.id, randomUUID()]) {
      expect(paths(await open({ customerId: id }))).toEqual(['/customerId'])
      expect((await open({ terminalId: id })).status).toBe(404)
    }
    await app.call(shop.manager, 'PATCH', `/pos/terminals/${terminalId}`, { status: 'DISABLED' })
    expect(await open({ terminalId })).toMatchObject({ status: 409, body: { code: 'terminal_disabled' } })
  })

  test('accepts 500 lines at most', async () => {
    const lines = Array.from({ length: 500 }, (_, no) => ({ variantId: coffee, note: `${no}` }))
    const full = await open({ lines })
    expect(full.status, full.text).toBe(201)
    expect(full.body.lines).toHaveLength(500)
    expect(paths(await line(full.body, { variantId: soap }))).toEqual(['/lines'])
    expect((await line(full.body, { variantId: coffee, note: '7' })).body.lines).toHaveLength(500)
    expect((await open({ lines: [...lines, { variantId: coffee }] })).status).toBe(422)
  })
})

describe('goods that cannot be sold:', () => {
  test.each<[string, () => object, string]>([
    ['nothing', () => ({}), '/variantId'],
    ['two things at once', () => ({ variantId: coffee, barcode: '7501055300006' }), '/barcode'],
    ['no quantity', () => ({ variantId: coffee, quantity: 0 }), '/quantity'],
    ['a negative quantity', () => ({ variantId: coffee, quantity: -1 }), '/quantity'],
    ['a ten-thousandth', () => ({ variantId: coffee, quantity: 1.0001 }), '/quantity'],
    ['a million', () => ({ variantId: coffee, quantity: 1_000_000 }), '/quantity'],
    ['an amount beyond the maximum', () => ({ variantId: villa, quantity: 6 }), '/lines'],
    ['a price from the client', () => ({ variantId: coffee, unitPriceCentavos: 1 }), '/unitPriceCentavos'],
    ['an unknown barcode', () => ({ barcode: '0000000000000' }), '/barcode'],
    ['an unknown variant', () => ({ variantId: randomUUID() }), '/variantId'],
  ])('%s', async (_what, body, path) => {
    const { body: cart } = await open()
    const answer = await line(cart, body())
    expect(answer.status).toBe(422)
    expect(paths(answer)).toEqual([path])
    expect((await at(cart, 'GET', '')).body).toEqual(cart)
  })

  test('another store’s goods, by id and by barcode, like goods that do not exist', async () => {
    const other = await tills.shop()
    const foreign = await tills.product(other.store, { barcode: '7501055300013' })
    const { body: cart } = await open()
    expect(paths(await line(cart, { variantId: foreign }))).toEqual(['/variantId'])
    expect(paths(await line(cart, { barcode: '7501055300013' }))).toEqual(['/barcode'])
    const several = [{ variantId: coffee }, { variantId: foreign }]
    expect(paths(await open({ lines: several }))).toEqual(['/lines/1/variantId'])
  })

  test('a product or variant that was taken off sale', async () => {
    const shirt = await tills.product(shop.store, { name: 'Playera' })
    const large = await tills.variant(shop.store, shirt, { name: 'Talla G', priceCentavos: 1_500 })
    const { body: cart } = await open({ lines: [{ variantId: large }] })
    expect(cart.lines[0]).toMatchObject({
      variantName: 'Talla G',
      productId: shirt,
      unitPriceCentavos: 1_500,
    })
    await app.admin.query('update catalog.variants set is_active = false where id = $1', [large])
    expect(await line(cart, { variantId: large })).toMatchObject({
      status: 422,
      body: { code: 'product_unavailable', lines: [{ variantId: large, productName: 'Playera' }] },
    })
    await app.admin.query('update catalog.products set is_active = false where id = $1', [shirt])
    expect((await line(cart, { variantId: shirt })).body.code).toBe('product_unavailable')
    const id = uuidV7()
    expect(await open({ id, lines: [{ variantId: coffee }, { variantId: shirt }] })).toMatchObject({
      status: 422,
      body: { code: 'product_unavailable', lines: [{ variantId: shirt, productName: 'Playera' }] },
    })
    expect((await app.call(shop.cashier, 'GET', `/pos/carts/${id}`)).status).toBe(404)
  })

  test('half a chip', async () => {
    const chip = await tills.product(shop.store, { kind: 'CHIP' })
    const { body: cart } = await open({ lines: [{ variantId: chip }] })
    expect(paths(await line(cart, { variantId: chip, quantity: 1.5 }))).toEqual(['/quantity'])
    expect(paths(await at(cart, 'PATCH', `/lines/${cart.lines[0].id}`, { quantity: 0.5 }))).toEqual([
      '/quantity',
    ])
    expect((await at(cart, 'PATCH', `/lines/${cart.lines[0].id}`, { quantity: 2 })).status).toBe(200)
  })
})

describe('a line', () => {
  test('that is scanned again increases its quantity, and keeps its price', async () => {
    const tea = await tills.product(shop.store, { priceCentavos: 1_000 })
    const { body: cart } = await open({ lines: [{ variantId: tea }] })
    const again = await line(cart, { variantId: tea, quantity: 2 })
    expect(again.body).toMatchObject({ version: 2, totalCentavos: 3_000, lines: [{ quantity: 3 }] })
    await app.admin.query('update catalog.products set price_centavos = 1200 where id = $1', [tea])
    const dearer = await line(cart, { variantId: tea })
    expect(dearer.body).toMatchObject({
      totalCentavos: 4_200,
      lines: [
        { quantity: 3, unitPriceCentavos: 1_000 },
        { quantity: 1, unitPriceCentavos: 1_200 },
      ],
    })
    expect((await line(cart, { variantId: tea, note: 'sin azúcar' })).body.lines).toHaveLength(3)
    expect(
      (await line(cart, { variantId: tea })).body.lines.map((each: { quantity: number }) => each.quantity),
    ).toEqual([3, 2, 1])
  })

  test('of which more is wanted after a change of price keeps its price, and the rest becomes a line at the new one', async () => {
    const { body: cart } = await open({ lines: [{ variantId: soap, note: 'para regalo' }] })
    const tea = await tills.product(shop.store, { priceCentavos: 1_000 })
    const { id: lineId } = (await line(cart, { variantId: tea })).body.lines[1]
    await app.admin.query('update catalog.products set price_centavos = 1200 where id = $1', [tea])
    const more = { quantity: 24, note: 'frío' }
    const key = { 'idempotency-key': `more-${cart.id}` }
    const answers = [
      await at(cart, 'PATCH', `/lines/${lineId}`, more, key),
      await at(cart, 'PATCH', `/lines/${lineId}`, more, key),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({
        version: 3,
        totalCentavos: 1_995 + 1_000 + 23 * 1_200,
        lines: [
          { variantId: soap, quantity: 1 },
          { id: lineId, quantity: 1, unitPriceCentavos: 1_000, note: 'frío' },
          { variantId: tea, quantity: 23, unitPriceCentavos: 1_200, note: 'frío' },
        ],
      })
    }
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true')
    const again = await at(cart, 'PATCH', `/lines/${lineId}`, { quantity: 2 })
    expect(again.body.lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 1, 24])
    const dearer = again.body.lines[2].id
    const less = await at(cart, 'PATCH', `/lines/${dearer}`, { quantity: 3 })
    expect(less.body.lines[2]).toMatchObject({ id: dearer, quantity: 3, unitPriceCentavos: 1_200 })
    expect(await audited(cart.id)).toEqual(['cart.line_reduced'])
  })

  test('of goods that are off sale by now can be reduced, and not increased', async () => {
    const tea = await tills.product(shop.store, { priceCentavos: 1_000 })
    const { body: cart } = await open({ lines: [{ variantId: tea, quantity: 3 }] })
    await app.admin.query('update catalog.products set is_active = false where id = $1', [tea])
    const path = `/lines/${cart.lines[0].id}`
    expect(await at(cart, 'PATCH', path, { quantity: 4 })).toMatchObject({
      status: 422,
      body: { code: 'product_unavailable', lines: [{ variantId: tea }] },
    })
    expect((await at(cart, 'PATCH', path, { quantity: 2 })).body.lines).toMatchObject([{ quantity: 2 }])
  })

  test('is added once per key, by eight concurrent requests', async () => {
    const { body: cart } = await open()
    const key = { 'idempotency-key': `scan-${cart.id}` }
    const answers = await Promise.all(Array.from({ length: 8 }, () => line(cart, { variantId: coffee }, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(7)
    expect((await at(cart, 'GET', '')).body).toMatchObject({ version: 2, lines: [{ quantity: 1 }] })
    expect((await line(cart, { variantId: soap }, key)).body.code).toBe('idempotency_key_reused')
  })

  test('can change quantity and note, and be removed; removals are audited', async () => {
    const { body: cart } = await open({ lines: [{ variantId: coffee, quantity: 3 }, { variantId: soap }] })
    const [first, second] = cart.lines
    const changed = await at(cart, 'PATCH', `/lines/${first.id}`, { quantity: 1, note: 'caliente' })
    expect(changed.body.lines[0]).toMatchObject({ quantity: 1, note: 'caliente', totalCentavos: 4_650 })
    expect((await at(cart, 'PATCH', `/lines/${first.id}`, { note: null })).body.lines[0].note).toBeNull()
    const gone = await at(cart, 'DELETE', `/lines/${second.id}`)
    expect(gone.body).toMatchObject({ version: 4, totalCentavos: 4_650, lines: [{ id: first.id }] })
    expect(await audited(cart.id)).toEqual(['cart.line_reduced', 'cart.line_removed'])
    expect((await at(cart, 'DELETE', `/lines/${second.id}`)).status).toBe(404)
    expect((await at(cart, 'PATCH', `/lines/${second.id}`, { quantity: 1 })).status).toBe(404)
    expect((await at(cart, 'PATCH', `/lines/${first.id}`, {})).status).toBe(422)
  })

  test('of another cart is not found in this one', async () => {
    const [{ body: one }, { body: two }] = [await open({ lines: [{ variantId: coffee }] }), await open()]
    expect((await at(two, 'DELETE', `/lines/${one.lines[0].id}`)).status).toBe(404)
    expect((await at(two, 'PATCH', `/lines/${one.lines[0].id}`, { quantity: 9 })).status).toBe(404)
    expect((await at(one, 'GET', '')).body).toEqual(one)
  })
})

describe('a cart', () => {
  test('is parked with a label and recalled by only one of eight tills', async () => {
    const { body: cart } = await open({ lines: [{ variantId: coffee }] })
    const parked = await at(cart, 'POST', '/park', { label: 'Señora del sombrero' })
    expect(parked.body).toMatchObject({ status: 'PARKED', label: 'Señora del sombrero', version: 2 })
    expect((await at(cart, 'POST', '/park', {})).body).toEqual(parked.body)
    expect(await line(cart, { variantId: coffee })).toMatchObject({
      status: 409,
      body: { code: 'cart_closed', cartStatus: 'PARKED' },
    })
    const people = await Promise.all(Array.from({ length: 8 }, () => app.world.member(shop.store, 'cashier')))
    const answers = await Promise.all(
      people.map((who) => app.call(who, 'POST', `/pos/carts/${cart.id}/recall`, {})),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ body }) => body.code === 'invalid_transition')).toHaveLength(7)
    expect(answers[winner]?.body).toMatchObject({
      status: 'OPEN',
      membershipId: people[winner]?.membershipId,
      totalCentavos: 4_650,
    })
    const again = await app.call(people[winner], 'POST', `/pos/carts/${cart.id}/recall`, {})
    expect(again.body).toEqual(answers[winner]?.body)
  })

  test('that was cancelled accepts no changes', async () => {
    const { body: cart } = await open({ lines: [{ variantId: coffee }] })
    const gone = await at(cart, 'POST', '/cancel', {})
    expect(gone.body).toMatchObject({ status: 'CANCELED', version: 2 })
    expect((await at(cart, 'POST', '/cancel', {})).body).toEqual(gone.body)
    expect(await audited(cart.id)).toEqual(['cart.canceled'])
    const refused = [
      await line(cart, { variantId: coffee }),
      await at(cart, 'PATCH', '', { label: 'x' }),
      await at(cart, 'DELETE', `/lines/${cart.lines[0].id}`),
      await at(cart, 'PATCH', `/lines/${cart.lines[0].id}`, { quantity: 2 }),
      await at(cart, 'POST', '/discounts', { scope: 'CART', amountCentavos: 1, reason: 'x' }),
      await tills.finalize(shop.cashier, gone.body),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'cart_closed', cartStatus: 'CANCELED' } })
    for (const verb of ['park', 'recall'])
      expect((await at(cart, 'POST', `/${verb}`, {})).body.code).toBe('invalid_transition')
  })

  test('can change customer, label and terminal, and no field that the server owns', async () => {
    const { body: cart } = await open()
    const customer = await app.call(shop.cashier, 'POST', '/pos/customers', {
      storeId: shop.store.id,
      name: 'Ana',
    })
    const changed = await at(cart, 'PATCH', '', { customerId: customer.body.id, label: 'Mesa 4' })
    expect(changed.body).toMatchObject({ customerId: customer.body.id, label: 'Mesa 4', version: 2 })
    expect((await at(cart, 'PATCH', '', { customerId: null })).body).toMatchObject({
      customerId: null,
      label: 'Mesa 4',
    })
    for (const field of ['totalCentavos', 'status', 'version', 'storeId', 'permissionSet', 'membershipId'])
      expect(paths(await at(cart, 'PATCH', '', { [field]: 1 }))).toEqual([`/${field}`])
    expect(paths(await at(cart, 'PATCH', '', { customerId: randomUUID() }))).toEqual(['/customerId'])
  })

  test('is not moved to a disabled terminal, by a change or by a recall', async () => {
    const made = await app.call(shop.manager, 'POST', '/pos/terminals', {
      storeId: shop.store.id,
      name: 'Caja 8',
    })
    const terminalId = made.body.id
    const disabled = await app.call(shop.manager, 'POST', `/pos/terminals/${terminalId}/disable`)
    expect(disabled.status, disabled.text).toBe(204)
    const { body: cart } = await open({ lines: [{ variantId: coffee }] })
    expect((await at(cart, 'PATCH', '', { terminalId })).body).toMatchObject({
      status: 409,
      code: 'terminal_disabled',
    })
    const { body: parked } = await at(cart, 'POST', '/park', {})
    expect(parked).toMatchObject({ status: 'PARKED', terminalId: null, version: 2 })
    expect((await at(cart, 'POST', '/recall', { terminalId })).body).toMatchObject({
      status: 409,
      code: 'terminal_disabled',
    })
    expect((await at(cart, 'GET', '')).body).toEqual(parked)
  })

  test('recalled on a device without a terminal is sold at the terminal of the shift', async () => {
    const terminals: string[] = []
    for (const name of ['Caja 4', 'Caja 5']) {
      const made = await app.call(shop.manager, 'POST', '/pos/terminals', { storeId: shop.store.id, name })
      terminals.push(made.body.id)
    }
    const [parkedAt, soldAt] = terminals
    const { body: cart } = await open({ lines: [{ variantId: coffee }], terminalId: parkedAt })
    await at(cart, 'POST', '/park', {})
    const seller = await app.world.member(shop.store, 'cashier')
    const shift = await app.call(seller, 'POST', '/pos/shifts', {
      storeId: shop.store.id,
      terminalId: soldAt,
      openingFloatCentavos: 0,
    })
    expect(shift.status, shift.text).toBe(201)
    const recalled = await app.call(seller, 'POST', `/pos/carts/${cart.id}/recall`, {})
    expect(recalled.body).toMatchObject({ status: 'OPEN', terminalId: null })
    const sold = await tills.finalize(seller, recalled.body)
    expect(sold.status, sold.text).toBe(201)
    expect(sold.body.order).toMatchObject({ terminalId: soldAt, shiftId: shift.body.id })
  })

  test('changed by twenty tills concurrently contains all their changes', async () => {
    const { body: cart } = await open()
    // The changes of one cart wait for each other. On a crowded machine some wait longer than a statement may take,
    // and their tills repeat them.
    const changed = async (no: number) => {
      const change = { variantId: no % 2 ? coffee : soap }
      const key = { 'idempotency-key': `concurrent-${no}` }
      let answer = await line(cart, change, key)
      while (answer.body.code === 'overloaded') answer = await line(cart, change, key)
      return answer
    }
    const answers = await Promise.all(Array.from({ length: 20 }, (_, no) => changed(no)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const { body } = await at(cart, 'GET', '')
    expect(body).toMatchObject({ version: 21, totalCentavos: 10 * (4_650 + 1_995) })
    expect(body.lines.map((each: { quantity: number }) => each.quantity)).toEqual([10, 10])
  })
})

test('no request caused a server error', () => {
  const isOverload = (logged: string) => logged.includes('canceling statement due to statement timeout')
  const faults = app.logLines.filter((each) => each.includes('"level":50') && !isOverload(each))
  expect(faults).toEqual([])
})
