import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SandboxAggregator, sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { type Answer, type RunningProduct, startProduct } from './app.ts'
import { lockWaits } from './lock-waits.ts'
import { type Shop, type Tills, tillsOf } from './till.ts'

// A migration adds columns while commands are at work: PostgreSQL has compiled them for the rows of before.
let app: RunningProduct
let sandbox: SandboxAggregator
let tills: Tills
let shop: Shop
let goods: string

beforeAll(async () => {
  sandbox = sandboxAggregator({ timeScale: 100 })
  app = await startProduct({}, { aggregators: { selling: sandbox, settling: [sandbox] } })
  await app.product.sync()
  tills = tillsOf(app)
  shop = await tills.shop()
  goods = await tills.product(shop.store, { stock: 100 })
  await app.admin.query('update platform.merchants set is_verified = true where id = $1', [
    shop.store.merchantId,
  ])
  await app.world.fund(shop.store.merchantId, 100_000)
})
afterAll(async () => {
  await app?.close()
  await sandbox?.close()
})

interface Waiting {
  /** A row that the command locks before it uses the tables. */
  readonly row: readonly [table: string, where: string, id: string]
  /** The function that waits. */
  readonly command: string
  readonly request: () => Promise<Answer>
  readonly tables: readonly string[]
}

let columns = 0

/** Asks, and changes the tables while the request waits for the row. */
async function whileChanging({ row: [table, where, id], command, request, tables }: Waiting) {
  const holder = await app.admin.connect()
  try {
    await holder.query(`begin; set local lock_timeout = '20s'`)
    await holder.query(`select from ${table} where ${where} = $1 for update`, [id])
    const answer = request()
    await expect.poll(() => lockWaits(app.name, command)).toBe(1)
    for (const each of tables) await app.admin.query(`alter table ${each} add column added_${columns++} text`)
    await holder.query('commit')
    return await answer
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('a top-up that waits for its folio meanwhile is sold, once', async () => {
  const { rows } = await app.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 2000 and p.subkind = 'topup'`,
  )
  const sell = (reference: string) =>
    app.call(shop.cashier, 'POST', '/vas/sale', { storeId: shop.store.id, productId: rows[0].id, reference })
  expect((await sell('5512345000')).status).toBe(201)
  const answer = await whileChanging({
    row: ['vas.folios', 'store_id', shop.store.id],
    command: 'open_sale',
    request: () => sell('5512346000'),
    tables: ['vas.sales'],
  })
  expect([answer.status, answer.body.folio], answer.text).toEqual([201, 'V-000002'])
})

test('a checkout, its refund and the end of the shift as well', async () => {
  const cart = await tills.cart(shop.cashier, [{ variantId: goods }])
  const sold = await whileChanging({
    row: ['selling.carts', 'id', cart.id],
    command: 'finalize_cart',
    request: () => tills.finalize(shop.cashier, cart),
    tables: ['selling.sales_orders', 'selling.receipts', 'shop.shifts'],
  })
  expect(sold.status, sold.text).toBe(201)
  const { id } = sold.body.order
  await tills.openShift(shop.supervisor)
  const refunded = await whileChanging({
    row: ['selling.sales_orders', 'id', id],
    command: 'refund_order',
    request: () =>
      app.call(shop.supervisor, 'POST', `/pos/sales_orders/${id}/refunds`, {
        type: 'REFUND',
        refundMethod: 'CASH',
        reason: 'Se arrepintió',
      }),
    tables: ['selling.refunds', 'selling.approvals'],
  })
  expect(refunded.status, refunded.text).toBe(201)
  const { body: current } = await app.call(
    shop.cashier,
    'GET',
    `/pos/shifts/current?storeId=${shop.store.id}`,
  )
  const closed = await whileChanging({
    row: ['shop.shifts', 'id', current.shift.id],
    command: 'close_shift',
    request: () =>
      app.call(shop.cashier, 'POST', `/pos/shifts/${current.shift.id}/close`, {
        countedCentavos: 0,
        differenceReason: 'Se llevó el corte',
      }),
    tables: ['shop.shift_reports'],
  })
  expect(closed.status, closed.text).toBe(201)
})
