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

describe('who may', () => {
  const people: Record<string, Pick<Person, 'token'> | undefined> = {}
  let cart: { id: string; lines: { id: string }[] }
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
    cart = (
      await app.call(shop.cashier, 'POST', '/pos/carts', {
        storeId: shop.store.id,
        lines: [{ variantId: coffee }],
      })
    ).body
  })

  const all = { open: 201, read: 200, list: 1, add: 200, park: 200, recall: 200 }
  const outside = { open: 403, read: 404, list: 0, add: 404, park: 404, recall: 404 }
  const outsider = { open: 403, read: 404, list: 0, add: 403, park: 403, recall: 403 }
  test.each(
    Object.entries({
      nobody: { open: 401, read: 401, list: 401, add: 401, park: 401, recall: 401 },
      'a customer': outsider,
      'the cashier': all,
      'another cashier': all,
      'a supervisor': all,
      'a manager': all,
      'a sibling’s manager': outside,
      'another merchant’s manager': outside,
      'an operator': outsider,
      'an administrator': outsider,
    }),
  )('open, read, list, fill, park and recall: %s', async (name, wanted) => {
    const who = people[name]
    const list = await app.call(who, 'GET', `/pos/carts?storeId=${shop.store.id}&limit=200`)
    const found = list.body.items?.filter(({ id }: { id: string }) => id === cart.id).length
    const act = (path: string, body: object) => app.call(who, 'POST', `/pos/carts/${cart.id}/${path}`, body)
    expect({
      open: (await app.call(who, 'POST', '/pos/carts', { storeId: shop.store.id })).status,
      read: (await app.call(who, 'GET', `/pos/carts/${cart.id}`)).status,
      list: found ?? list.status,
      add: (await act('lines', { variantId: coffee })).status,
      park: (await act('park', {})).status,
      recall: (await act('recall', {})).status,
    }).toEqual(wanted)
  })

  test('a foreign cart and an absent one get the same answer, byte for byte', async () => {
    const stranger = people['another merchant’s manager']
    const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { label: 'x' }],
      ['POST', '/lines', { variantId: coffee }],
      ['PATCH', `/lines/${cart.lines[0]?.id}`, { quantity: 2 }],
      ['DELETE', `/lines/${cart.lines[0]?.id}`, undefined],
      ['POST', '/park', {}],
      ['POST', '/recall', {}],
      ['POST', '/cancel', {}],
      ['POST', '/discounts', { scope: 'CART', amountCentavos: 1, reason: 'x' }],
      ['DELETE', `/discounts/${randomUUID()}`, undefined],
      ['POST', '/finalize', { version: 1, payments: [] }],
    ] as const) {
      const foreign = await app.call(stranger, method, `/pos/carts/${cart.id}${path}`, body)
      const absent = await app.call(stranger, method, `/pos/carts/${randomUUID()}${path}`, body)
      expect(foreign.status, `${method} ${path}`).toBe(404)
      expect(bare(foreign.text)).toBe(bare(absent.text))
    }
  })

  test('who works for two merchants names carts, orders and approvals of each by their ids alone', async () => {
    const shops = [await tills.shop(), await tills.shop()] as const
    const both = await app.world.member(shops[0].store, 'supervisor')
    const members = [both, await app.world.member(shops[1].store, 'supervisor', both)]
    for (const [no, member] of members.entries()) {
      const { store } = shops[no] as Shop
      await tills.openShift(member)
      const goods = await tills.product(store, { priceCentavos: 1_000 })
      const opened = await tills.cart(member, [{ variantId: goods }])
      const added = await app.call(both, 'POST', `/pos/carts/${opened.id}/lines`, { variantId: goods })
      expect(added.body, added.text).toMatchObject({ storeId: store.id, totalCentavos: 2_000 })
      expect((await app.call(both, 'GET', `/pos/carts/${opened.id}`)).body).toEqual(added.body)
      const sold = await tills.finalize(both, added.body, undefined, { 'idempotency-key': opened.id })
      expect(sold.status, sold.text).toBe(201)
      const { order, receipt } = sold.body
      const [read, printed, asked] = [
        await app.call(both, 'GET', `/pos/sales_orders/${order.id}`),
        await app.call(both, 'POST', `/pos/receipts/${receipt.id}/reprint`, {}),
        await app.call(both, 'POST', '/pos/approvals', {
          ...{ type: 'REFUND', scope: 'CART', orderId: order.id, reason: 'Defecto' },
        }),
      ]
      expect([read.body.storeId, printed.body.orderId, asked.body.orderId]).toEqual([
        store.id,
        order.id,
        order.id,
      ])
    }
  })

  test('a suspended merchant cannot open carts', async () => {
    const other = await tills.shop()
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [other.store.merchantId])
    const answer = await app.call(other.cashier, 'POST', '/pos/carts', { storeId: other.store.id })
    expect(answer).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
  })

  test('only commands write rows, and no login role can', async () => {
    const { rows } = await app.admin.query(
      `select table_name, privilege_type from information_schema.role_table_grants
        where grantee in ('mostrador_api', 'mostrador_worker') and privilege_type <> 'SELECT'
          and table_name in ('carts', 'line_items', 'sales_orders', 'order_payments', 'transactions', 'receipts', 'discounts')`,
    )
    expect(rows).toEqual([])
  })
})

test('no request caused a server error', () => {
  expect(app.logLines.filter((each) => each.includes('"level":50'))).toEqual([])
})
