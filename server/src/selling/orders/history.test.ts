import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 4_650 })
})

const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

describe('past sales', () => {
  const people: Record<string, Pick<Person, 'token'> | undefined> = {}
  let sold: {
    order: { id: string; lines: { id: string }[] }
    payments: { id: string }[]
    receipt: { id: string }
  }
  beforeAll(async () => {
    const sibling = await app.world.store({ id: shop.store.merchantId, owner: shop.store.manager })
    Object.assign(people, {
      nobody: undefined,
      'a customer': await app.world.person(),
      'the cashier': shop.cashier,
      'another cashier': await app.world.member(shop.store, 'cashier'),
      'a supervisor': shop.supervisor,
      'a manager': shop.manager,
      'a sibling’s manager': await app.world.member(sibling, 'manager'),
      'another merchant’s manager': (await tills.shop()).manager,
      'an operator': await app.world.operator(),
      'an administrator': await app.world.platformAdmin(),
    })
    sold = await tills.sale(shop.cashier, [{ variantId: coffee }])
  })

  const whole = { order: 200, receipt: 200, reprint: 200, lists: 5 }
  const outside = { order: 404, receipt: 404, reprint: 404, lists: 0 }
  const outsider = { order: 404, receipt: 404, reprint: 403, lists: 0 }
  test.each(
    Object.entries({
      nobody: { order: 401, receipt: 401, reprint: 401, lists: 401 },
      'a customer': outsider,
      'the cashier': whole,
      'another cashier': { order: 200, receipt: 404, reprint: 404, lists: 4 },
      'a supervisor': whole,
      'a manager': whole,
      'a sibling’s manager': outside,
      'another merchant’s manager': outside,
      'an operator': outsider,
      'an administrator': outsider,
    }),
  )('can be read and reprinted only by its store: %s', async (name, wanted) => {
    const who = people[name]
    const { order, payments, receipt } = sold
    const lists = await Promise.all(
      Object.entries({
        sales_orders: order.id,
        order_payments: payments[0]?.id,
        transactions: order.id,
        line_items: order.lines[0]?.id,
        receipts: receipt.id,
      }).map(async ([list, id]) => {
        const filter = list === 'line_items' ? '' : list === 'sales_orders' ? '' : `&orderId=${order.id}`
        const { status, body } = await app.call(
          who,
          'GET',
          `/pos/${list}?storeId=${shop.store.id}&limit=200${filter}`,
        )
        if (status !== 200) return status
        return body.items.filter(
          (each: { id: string; orderId?: string }) => each.id === id || each.orderId === id,
        ).length
      }),
    )
    const read = await app.call(who, 'GET', `/pos/sales_orders/${order.id}`)
    expect({
      order: read.status,
      receipt: (await app.call(who, 'GET', `/pos/receipts/${receipt.id}`)).status,
      reprint: (await app.call(who, 'POST', `/pos/receipts/${receipt.id}/reprint`, {})).status,
      lists: lists.includes(401) ? 401 : lists.reduce((sum, each) => sum + each, 0),
    }).toEqual(wanted)
    if (read.status === 200) expect(read.body.receiptId).toBe(wanted.receipt === 200 ? receipt.id : null)
  })

  test('a foreign order or receipt and an absent one get the same answer, byte for byte', async () => {
    const stranger = people['another merchant’s manager']
    for (const [method, path] of [
      ['GET', (id: string) => `/pos/sales_orders/${id}`],
      ['GET', (id: string) => `/pos/receipts/${id}`],
      ['POST', (id: string) => `/pos/receipts/${id}/reprint`],
    ] as const) {
      const ids = [path('x').includes('orders') ? sold.order.id : sold.receipt.id, randomUUID()]
      const [foreign, absent] = await Promise.all(
        ids.map((id) => app.call(stranger, method, path(id), method === 'POST' ? {} : undefined)),
      )
      expect(foreign?.status).toBe(404)
      expect(bare(foreign?.text ?? '')).toBe(bare(absent?.text ?? '-'))
    }
  })

  test('are found by their folio, or by words of their customer, in their own store', async () => {
    const rosa = { storeId: shop.store.id, name: 'Rosa Ibáñez', phone: '+525512345678' }
    const customer = await app.call(shop.cashier, 'POST', '/pos/customers', rosa)
    expect(customer.status, customer.text).toBe(201)
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }], { customerId: customer.body.id })
    const { order } = (await tills.finalize(shop.cashier, cart)).body
    const found = async (q: string, who: Person = shop.cashier) => {
      const { body } = await app.call(who, 'GET', `/pos/sales_orders?q=${encodeURIComponent(q)}`)
      return body.items.map(({ folio }: { folio: string }) => folio)
    }
    expect(await found('ibanez rosa')).toEqual([order.folio])
    expect(await found('55 1234 5678')).toEqual([order.folio])
    expect(await found(order.folio.toLowerCase())).toEqual([order.folio])
    // Part of a folio finds no sale, so one sale is never taken for another.
    expect(await found(order.folio.slice(0, -1))).toEqual([])
    expect(await found('rosa', (await tills.shop()).cashier)).toEqual([])
  })

  test('every reprint is audited', async () => {
    const { receipt } = await tills.sale(shop.cashier, [{ variantId: coffee }])
    for (const who of [shop.cashier, shop.supervisor]) {
      const again = await app.call(who, 'POST', `/pos/receipts/${receipt.id}/reprint`, {})
      expect(again.body).toEqual(receipt)
    }
    const { rows } = await app.admin.query(
      `select user_id from audit.log where action = 'receipt.reprinted' and entity_id = $1 order by id`,
      [receipt.id],
    )
    expect(rows.map(({ user_id }) => user_id)).toEqual([shop.cashier.id, shop.supervisor.id])
  })
})

test('no request caused a server error', () => {
  expect(app.logLines.filter((each) => each.includes('"level":50'))).toEqual([])
})
