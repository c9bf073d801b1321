import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type App, startProduct } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { patient } from '../../../test/patience.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let crowd: Member[]
let shop: Shop

beforeAll(async () => {
  app = await startProduct({ DATABASE_POOL_SIZE: '20' })
  tills = tillsOf(app)
  shop = await tills.shop()
  crowd = await Promise.all(Array.from({ length: 20 }, () => app.world.member(shop.store, 'cashier')))
  await Promise.all(crowd.map((who) => tills.openShift(who)))
}, patient(120_000))
afterAll(() => app.close())

const sell = async (who: Member, lines: Parameters<Tills['cart']>[1]) => {
  const cart = await tills.cart(who, lines)
  return () => tills.finalize(who, cart)
}
/** All of them wait until the last one is ready. */
const atOnce = async (each: readonly Promise<() => Promise<Answer>>[]): Promise<Answer[]> => {
  const ready = await Promise.all(each)
  return Promise.all(ready.map((go) => go()))
}
/** How many got each answer: the problem's code, or the status. */
const codes = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const code = body.code ?? String(status)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}
/** Invariants of a store: each query lists violations. */
const faults = async () => {
  const { rows } = await app.admin.query(
    `select 'stock' as what, l.id::text as id from stock.stock_levels l
      where l.on_hand <> (select coalesce(sum(m.quantity), 0) from stock.stock_movements m
                           where m.merchant_id = l.merchant_id and m.variant_id = l.id)
     union all
     select 'sold', l.variant_id::text
       from (select i.merchant_id, i.variant_id, sum(i.quantity) as quantity from selling.line_items i
               join selling.carts c on c.merchant_id = i.merchant_id and c.id = i.cart_id
               join selling.sales_orders o on o.merchant_id = c.merchant_id and o.cart_id = c.id
              where i.tracks_stock group by i.merchant_id, i.variant_id) l
      where l.quantity <> -(select sum(m.quantity) from stock.stock_movements m
                             where m.merchant_id = l.merchant_id and m.variant_id = l.variant_id and m.kind = 'SALE')
     union all
     select 'money', o.id::text from selling.sales_orders o
      where o.total_centavos + o.rounding_centavos
            <> (select coalesce(sum(p.amount_centavos), 0) from selling.order_payments p
                 where p.merchant_id = o.merchant_id and p.order_id = o.id)
         or o.total_centavos + o.rounding_centavos
            <> (select coalesce(sum(t.amount_centavos), 0) from selling.transactions t
                 where t.merchant_id = o.merchant_id and t.order_id = o.id)
         or o.total_centavos <> (select sum(l.total_centavos) from selling.line_items l
                                  where l.merchant_id = o.merchant_id and l.cart_id = o.cart_id)
     union all
     select 'closed', c.id::text from selling.carts c
      where (c.status = 'FINALIZED') <> exists (
              select 1 from selling.sales_orders o where o.merchant_id = c.merchant_id and o.cart_id = c.id)
     union all
     select 'folios', f.store_id::text from shop.folios f
      where f.series = 'A' and f.last_no <> (
              select count(*) from selling.sales_orders o where o.merchant_id = f.merchant_id and o.store_id = f.store_id)
     union all
     select 'receipt', o.id::text from selling.sales_orders o
      where (select count(*) from selling.receipts r
              where r.merchant_id = o.merchant_id and r.order_id = o.id and r.folio = o.folio) <> 1`,
  )
  return rows
}
beforeEach(() => async () => {
  expect(await faults()).toEqual([])
  expect(
    app.logLines.filter((each) => each.includes('"level":50') && !each.includes('terminating connection')),
  ).toEqual([])
})

describe('twenty tills', () => {
  test('sell the last one: one gets it, nineteen get insufficient_stock', async () => {
    const last = await tills.product(shop.store, { stock: 1 })
    const answers = await atOnce(crowd.map((who) => sell(who, [{ variantId: last }])))
    expect(codes(answers)).toEqual({ 201: 1, insufficient_stock: 19 })
    expect(await tills.onHand(last)).toBe(0)
  })

  test('sell the same two goods in opposite orders: ten succeed, and none deadlocks', async () => {
    const goods = [
      await tills.product(shop.store, { stock: 10 }),
      await tills.product(shop.store, { stock: 10 }),
    ]
    const answers = await atOnce(
      crowd.map((who, no) => {
        const lines = goods.map((variantId) => ({ variantId }))
        return sell(who, no % 2 === 0 ? lines : lines.toReversed())
      }),
    )
    expect(codes(answers)).toEqual({ 201: 10, insufficient_stock: 10 })
  })

  test('sell the last three chips: each gets a different one, oldest first', async () => {
    const chip = await tills.product(shop.store, { kind: 'CHIP' })
    const iccids = await tills.chips(shop, chip, [951, 952, 953])
    const answers = await atOnce(crowd.map((who) => sell(who, [{ variantId: chip }])))
    expect(codes(answers)).toEqual({ 201: 3, insufficient_stock: 17 })
    const bound = answers.flatMap(
      ({ body }) => body.order?.chips.map(({ iccid }: { iccid: string }) => iccid) ?? [],
    )
    expect(bound.sort()).toEqual(iccids.sort())
  })

  test('get twenty consecutive folios', async () => {
    const answers = await atOnce(
      crowd.map(async (who) => sell(who, [{ variantId: await tills.product(shop.store) }])),
    )
    const numbers = answers.map(({ body }) => Number(body.order.folio.slice(2))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, no) => (numbers[0] ?? 0) + no))
  })
})

describe('one cart', () => {
  const prepared = async () =>
    tills.cart(shop.cashier, [{ variantId: await tills.product(shop.store, { stock: 5 }), quantity: 2 }])
  const act = (cart: { id: string }, path: string, body: object, who = shop.supervisor) =>
    app.call(who, 'POST', `/pos/carts/${cart.id}/${path}`, body)

  test('finalized ten times concurrently with one key is one sale and nine replays', async () => {
    const cart = await prepared()
    const key = { 'idempotency-key': `one-${cart.id}` }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => tills.finalize(shop.cashier, cart, undefined, key)),
    )
    expect(codes(answers)).toEqual({ 201: 10 })
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(9)
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(await tills.onHand(cart.lines[0].variantId)).toBe(3)
  })

  test('finalized ten times concurrently with ten keys is one sale, returned to all', async () => {
    const cart = await prepared()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, no) =>
        tills.finalize(shop.cashier, cart, undefined, { 'idempotency-key': `${no}-of-${cart.id}` }),
      ),
    )
    expect(codes(answers)).toEqual({ 200: 9, 201: 1 })
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(await tills.onHand(cart.lines[0].variantId)).toBe(3)
  })

  test('is sold as shown or not at all while it is being changed', async () => {
    for (let round = 0; round < 12; round++) {
      const cart = await prepared()
      const more = { variantId: cart.lines[0].variantId }
      const race = [() => tills.finalize(shop.cashier, cart), () => act(cart, 'lines', more)]
      const [first, second] = round % 2 === 0 ? race : race.toReversed()
      const answers = await Promise.all([first?.(), second?.()])
      const [sold, added] = (round % 2 === 0 ? answers : answers.toReversed()) as [Answer, Answer]
      const outcome = `${sold.body.code ?? sold.status} ${added.body.code ?? added.status}`
      expect(['201 cart_closed', 'cart_changed 200']).toContain(outcome)
      if (sold.status === 201) expect(sold.body.order.totalCentavos).toBe(cart.totalCentavos)
    }
  })

  test('is sold or cancelled, never both', async () => {
    for (let round = 0; round < 12; round++) {
      const cart = await prepared()
      const race = [() => tills.finalize(shop.cashier, cart), () => act(cart, 'cancel', {})]
      const [first, second] = round % 2 === 0 ? race : race.toReversed()
      const answers = await Promise.all([first?.(), second?.()])
      const [sold, gone] = (round % 2 === 0 ? answers : answers.toReversed()) as [Answer, Answer]
      expect(['201 invalid_transition', 'cart_closed 200']).toContain(
        `${sold.body.code ?? sold.status} ${gone.body.code ?? gone.status}`,
      )
    }
  })
})

test('a sale is in the shift’s report, or was refused because the shift was closed', async () => {
  const coffee = await tills.product(shop.store, { priceCentavos: 1_000 })
  for (let round = 0; round < 8; round++) {
    const who = await app.world.member(shop.store, 'cashier')
    const shiftId = await tills.openShift(who)
    const ready = await Promise.all(Array.from({ length: 6 }, () => sell(who, [{ variantId: coffee }])))
    const close = () =>
      app.call(who, 'POST', `/pos/shifts/${shiftId}/close`, {
        denominations: { 50000: 1 },
        differenceReason: 'Sin contar las ventas',
      })
    const [answers, closed] = await Promise.all([Promise.all(ready.map((go) => go())), close()])
    expect(closed.status, closed.text).toBe(201)
    const sold = answers.filter(({ status }) => status === 201).length
    expect(codes(answers)).toEqual({
      ...(sold > 0 && { 201: sold }),
      ...(sold < 6 && { shift_closed: 6 - sold }),
    })
    expect(closed.body.expectedCentavos).toBe(50_000 + sold * 1_000)
  }
})

test('a connection lost in the middle of a sale leaves nothing of it, and the same key then completes it', async () => {
  const coffee = await tills.product(shop.store, { stock: 3 })
  const chip = await tills.product(shop.store, { kind: 'CHIP' })
  await tills.chips(shop, chip, [971])
  const cart = await tills.cart(shop.cashier, [{ variantId: coffee }, { variantId: chip }])
  const key = { 'idempotency-key': `lost-${cart.id}` }
  const holder = await app.admin.connect()
  try {
    // Stock has been taken and the chip bound when the sale waits here for its folio.
    await holder.query('begin')
    await holder.query('select from shop.folios where merchant_id = $1 and store_id = $2 for update', [
      shop.store.merchantId,
      shop.store.id,
    ])
    const asked = tills.finalize(shop.cashier, cart, undefined, key)
    await expect.poll(() => lockWaits(app.name, 'finalize_cart')).toBe(1)
    await app.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and usename = 'mostrador_api' and state = 'active' and query like '%finalize_cart%'`,
    )
    expect(await asked).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await tills.onHand(coffee)).toBe(3)
  expect((await app.call(shop.cashier, 'GET', `/pos/carts/${cart.id}`)).body).toEqual(cart)
  const sold = await tills.finalize(shop.cashier, cart, undefined, key)
  expect(sold.status, sold.text).toBe(201)
  expect(sold.headers.get('idempotent-replayed')).toBeNull()
  expect(await tills.onHand(coffee)).toBe(2)
})
