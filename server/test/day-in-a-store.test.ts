import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startProduct } from './app.ts'
import { onOneDay } from './one-day.ts'
import { patient } from './patience.ts'
import { type Goods, type Payment, type Shop, type Tills, tillsOf } from './till.ts'
import type { Member } from './world.ts'

// MOSTRADOR_SEED replays a day, MOSTRADOR_DAY_CARTS sets its number of carts.
const seed = Number(process.env['MOSTRADOR_SEED'] ?? Math.floor(Math.random() * 1e9))
const cartsWanted = Number(process.env['MOSTRADOR_DAY_CARTS'] ?? 500)
const coinCentavos = 50
const chipCount = 60

/** The goods: by piece and by weight, with every tax, with and without stock, and chips. */
const assortment: readonly (Goods & { readonly priceCentavos: number })[] = [
  { name: 'Café de olla', priceCentavos: 4_650, stock: 5_000 },
  { name: 'Leche', priceCentavos: 2_999, tax: 'IVA_0', stock: 5_000 },
  { name: 'Queso Oaxaca', priceCentavos: 18_990, tax: 'IVA_0', unit: 'KILOGRAM', stock: 5_000 },
  { name: 'Cable', priceCentavos: 7_777, isTaxIncluded: false, stock: 5_000 },
  { name: 'Libro', priceCentavos: 12_345, tax: 'EXENTO', stock: 5_000 },
  { name: 'Refresco de la frontera', priceCentavos: 1_833, tax: 'IVA_8', stock: 5_000 },
  { name: 'Copia', priceCentavos: 150, kind: 'SERVICE' },
  { name: 'Chip', priceCentavos: 9_900, kind: 'CHIP' },
]

/** A till's own journal: the answers it got and the cash through its drawer. */
class Journal {
  orders = 0
  refunds = 0
  /** The number of reduced lines and returned chips: a day without any would prove nothing about them. */
  lineDiscounts = 0
  chipsBack = 0
  grossCentavos = 0
  discountCentavos = 0
  totalCentavos = 0
  taxCentavos = 0
  roundingCentavos = 0
  /** Of the goods; the coins given back are more or less by the rounding of cash. */
  refundedCentavos = 0
  refundRoundingCentavos = 0
  vasCount = 0
  vasCentavos = 0
  cashDropped = 0
  readonly paid: Record<string, number> = { CASH: 0, CARD: 0, TRANSFER: 0 }
  readonly givenBack: Record<string, number> = { CASH: 0, CARD: 0, TRANSFER: 0 }
  /** By variant, in thousandths: sold minus returned. */
  readonly taken = new Map<string, number>()

  take(variantId: string, quantity: number): void {
    this.taken.set(variantId, (this.taken.get(variantId) ?? 0) + Math.round(quantity * 1_000))
  }
}

interface Till {
  readonly who: Member
  readonly shiftId: string
  readonly journal: Journal
}
interface Line {
  readonly id: string
  readonly variantId: string
  readonly quantity: number
  readonly totalCentavos: number
  readonly kind: string
}
interface Order {
  readonly id: string
  readonly lines: readonly Line[]
  readonly chips: readonly { readonly id: string }[]
  readonly [figure: string]: unknown
}

let app: Awaited<ReturnType<typeof startProduct>>
let tills: Tills
let shop: Shop
let dir: string
let airtimeId: string
let chipsLeft = chipCount
const variantIds: string[] = []
const funds = 10_000_000

onOneDay()
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-day-'))
  app = await startProduct({
    VAS_AGGREGATOR_MODE: 'sandbox',
    MOSTRADOR_DATA_DIR: dir,
    DATABASE_POOL_SIZE: '12',
  })
  await app.product.sync()
  tills = tillsOf(app)
  const merchant = await app.world.merchant()
  await app.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
  await app.world.fund(merchant.id, funds)
  const store = await app.world.store(merchant)
  await app.admin.query('update shop.stores set cash_rounding_centavos = $2 where id = $1', [
    store.id,
    coinCentavos,
  ])
  const supervisor = await app.world.member(store, 'supervisor')
  const cashier = await app.world.member(store, 'cashier')
  shop = { store, manager: store.manager, supervisor, cashier }
  for (const goods of assortment) variantIds.push(await tills.product(store, goods))
  await tills.chips(
    shop,
    variantIds.at(-1) as string,
    Array.from({ length: chipCount }, (_, no) => no + 1),
  )
  const { rows } = await app.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
  )
  airtimeId = rows[0].id
}, patient(120_000))
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

/** A small seeded generator, so that a day can be replayed. */
function chance(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape, as in the answers of tests
function must(answer: Answer): any {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

function someLines(random: () => number): { variantId: string; quantity: number }[] {
  const size = 1 + Math.floor(random() ** 2 * 6)
  const chosen = new Set(Array.from({ length: size }, () => Math.floor(random() * assortment.length)))
  const lines = [...chosen].flatMap((no) => {
    const { kind, unit } = assortment[no] as Goods
    if (kind === 'CHIP' && chipsLeft-- <= 0) return []
    const quantity =
      unit === 'KILOGRAM' ? 0.1 + Math.floor(random() * 2_000) / 1_000 : 1 + Math.floor(random() * 4)
    return [
      { variantId: variantIds[no] as string, quantity: kind === 'CHIP' ? 1 : Number(quantity.toFixed(3)) },
    ]
  })
  return lines.length > 0 ? lines : [{ variantId: variantIds[0] as string, quantity: 1 }]
}

/** In cash, by card, or both: the cash part is rounded to the store’s coins. */
function paymentsOf(totalCentavos: number, random: () => number): Payment[] {
  const cash = (due: number): Payment[] => {
    const amountCentavos = Math.round(due / coinCentavos) * coinCentavos
    return [
      { method: 'CASH', amountCentavos, tenderedCentavos: amountCentavos + Math.floor(random() * 3) * 5_000 },
    ]
  }
  const way = random()
  if (way < 0.55) return cash(totalCentavos)
  if (way < 0.75) return [{ method: 'CARD', amountCentavos: totalCentavos, reference: '004512' }]
  if (way < 0.85) return [{ method: 'TRANSFER', amountCentavos: totalCentavos }]
  const part = Math.floor(totalCentavos / 3)
  return part === 0
    ? cash(totalCentavos)
    : [{ method: 'CARD', amountCentavos: part }, ...cash(totalCentavos - part)]
}

/**
 * The cashier requests a discount and the supervisor decides; a rejected one is removed.
 *
 * @param line the line, by a percentage or an amount; the whole cart when absent
 */
async function discount(
  who: Member,
  cart: { id: string },
  random: () => number,
  line?: { id: string; grossCentavos: number },
): Promise<Answer['body']> {
  const some = 1 + Math.floor(random() * 2_000)
  const share = { percentageBps: 100 + some }
  const target = line === undefined ? { scope: 'CART' } : { scope: 'LINE', lineItemId: line.id }
  const amount =
    line === undefined || random() < 0.5 ? share : { amountCentavos: Math.min(some, line.grossCentavos - 1) }
  const asked = must(
    await app.call(who, 'POST', `/pos/carts/${cart.id}/discounts`, {
      ...target,
      ...amount,
      reason: 'Cliente frecuente',
    }),
  )
  const { id, approvalId } = asked.discounts.find(
    (each: { lineItemId: string | null }) => each.lineItemId === (line?.id ?? null),
  )
  const verdict = random() < 0.8 ? 'approve' : 'reject'
  must(await app.call(shop.supervisor, 'POST', `/pos/approvals/${approvalId}/${verdict}`, {}))
  if (verdict === 'reject') must(await app.call(who, 'DELETE', `/pos/carts/${cart.id}/discounts/${id}`))
  return must(await app.call(who, 'GET', `/pos/carts/${cart.id}`))
}

async function sellCart({ who, journal }: Till, random: () => number): Promise<Order> {
  const lines = someLines(random)
  let cart = await tills.cart(who, lines)
  if (random() < 0.15) {
    const line = cart.lines[Math.floor(random() * cart.lines.length)]
    cart = await discount(who, cart, random, line)
    if (cart.discountCentavos > 0) journal.lineDiscounts += 1
  }
  if (random() < 0.15) cart = await discount(who, cart, random)
  const payments = paymentsOf(cart.totalCentavos, random)
  const { order } = must(await tills.finalize(who, cart, payments))
  journal.orders += 1
  journal.grossCentavos += lines.reduce((sum, { variantId, quantity }) => {
    const price = assortment[variantIds.indexOf(variantId)]?.priceCentavos ?? 0
    return sum + Math.round(Number((price * quantity).toFixed(3)))
  }, 0)
  journal.discountCentavos += cart.discountCentavos
  journal.totalCentavos += cart.totalCentavos
  journal.taxCentavos += cart.taxCentavos
  const paid = payments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  journal.roundingCentavos += paid - cart.totalCentavos
  for (const { method, amountCentavos } of payments)
    journal.paid[method] = (journal.paid[method] ?? 0) + amountCentavos
  for (const { variantId, quantity } of lines) journal.take(variantId, quantity)
  return order
}

/**
 * A refund or return after the supervisor has approved; for a chip the same unit comes back, to be sold
 * again.
 */
async function giveBack({ who, journal }: Till, order: Order, random: () => number): Promise<void> {
  const line = order.lines[Math.floor(random() * order.lines.length)] as Line
  const isChip = line.kind === 'CHIP'
  const isReturn = isChip || random() < 0.6
  const disposition = isChip || random() < 0.8 ? 'STOCK' : 'WASTE'
  const units = isChip ? { chipIds: order.chips.map(({ id }) => id) } : {}
  const lines = [{ lineItemId: line.id, ...(isReturn && { quantity: line.quantity, disposition, ...units }) }]
  const type = isReturn ? 'RETURN' : 'REFUND'
  const request = { type, scope: 'LINE', orderId: order.id, lines, reason: 'No le gustó' }
  const { id: approvalId } = must(await app.call(who, 'POST', '/pos/approvals', request))
  must(await app.call(shop.supervisor, 'POST', `/pos/approvals/${approvalId}/approve`, {}))
  const back = must(
    await app.call(who, 'POST', `/pos/sales_orders/${order.id}/refunds`, {
      type,
      lines,
      reason: 'No le gustó',
      approvalId,
    }),
  )
  journal.refunds += 1
  journal.refundedCentavos += line.totalCentavos
  journal.refundRoundingCentavos += back.amountCentavos - line.totalCentavos
  for (const { method, amountCentavos } of back.payments)
    journal.givenBack[method] = (journal.givenBack[method] ?? 0) + amountCentavos
  if (isReturn && disposition === 'STOCK') journal.take(line.variantId, -line.quantity)
  if (!isChip) return
  journal.chipsBack += 1
  chipsLeft += 1
}

async function sellAirtime({ who, journal }: Till, no: number): Promise<void> {
  const reference = `55${String(no).padStart(5, '0')}600`
  const sold = await app.call(
    who,
    'POST',
    '/vas/sale',
    { storeId: shop.store.id, productId: airtimeId, reference },
    { prefer: 'wait=20' },
  )
  expect(must(sold)).toMatchObject({ status: 'COMPLETED' })
  journal.vasCount += 1
  journal.vasCentavos += sold.body.totalCentavos
}

async function workADay(till: Till, no: number): Promise<void> {
  const random = chance(seed + no)
  for (let cart = 0; cart < cartsWanted / 4; cart++) {
    const order = await sellCart(till, random)
    // Chips are returned more often than in reality, or a day would have too few of them.
    const hasChip = order.chips.length > 0
    if (random() < (hasChip ? 0.4 : 0.12)) await giveBack(till, order, random)
    if (random() < 0.08) await sellAirtime(till, no * 10_000 + cart)
    if (random() < 0.04) {
      const amountCentavos = 5_000
      must(
        await app.call(till.who, 'POST', `/pos/shifts/${till.shiftId}/cash_movements`, {
          kind: 'DROP',
          amountCentavos,
          reason: 'A la caja fuerte',
        }),
      )
      till.journal.cashDropped += amountCentavos
    }
  }
}

function sum(journals: readonly Journal[]) {
  const of = (pick: (journal: Journal) => number) => journals.reduce((total, each) => total + pick(each), 0)
  return {
    orderCount: of(({ orders }) => orders),
    grossCentavos: of(({ grossCentavos }) => grossCentavos),
    discountCentavos: of(({ discountCentavos }) => discountCentavos),
    totalCentavos: of(({ totalCentavos }) => totalCentavos),
    taxCentavos: of(({ taxCentavos }) => taxCentavos),
    roundingCentavos: of(({ roundingCentavos }) => roundingCentavos),
    refundCount: of(({ refunds }) => refunds),
    refundCentavos: of(({ refundedCentavos }) => refundedCentavos),
    refundRoundingCentavos: of(({ refundRoundingCentavos }) => refundRoundingCentavos),
    vasCount: of(({ vasCount }) => vasCount),
    vasAmountCentavos: of(({ vasCentavos }) => vasCentavos),
  }
}

const report = async (who: Member, query: Record<string, string>) =>
  must(await app.call(who, 'GET', `/pos/reports/sales?${new URLSearchParams(query)}`))

/** Compares the drawer in the till's journal with the X report, and then with the Z report. */
async function closeTill({ who, shiftId, journal }: Till): Promise<void> {
  const before = must(await app.call(who, 'GET', `/pos/shifts/${shiftId}/report`))
  const { paid, givenBack } = journal
  const expectedCentavos =
    50_000 + (paid['CASH'] ?? 0) - (givenBack['CASH'] ?? 0) + journal.vasCentavos - journal.cashDropped
  const inOrder = (amounts: Record<string, number>) =>
    ['CASH', 'CARD', 'TRANSFER'].map((method) => ({ method, amountCentavos: amounts[method] }))
  expect(before.totals).toMatchObject({
    sales: {
      count: journal.orders,
      totalCentavos: journal.totalCentavos,
      taxCentavos: journal.taxCentavos,
      byMethod: inOrder(paid),
    },
    refunds: {
      count: journal.refunds,
      amountCentavos: journal.refundedCentavos + journal.refundRoundingCentavos,
      byMethod: inOrder(givenBack),
    },
    cash: { dropCentavos: journal.cashDropped },
    expectedCentavos,
  })
  const own = await report(who, { by: 'hour', shiftId })
  expect(own.totals).toMatchObject({ ...sum([journal]), costCentavos: null })
  const coins = Math.max(0, Math.floor(expectedCentavos / 50))
  const closed = must(
    await app.call(who, 'POST', `/pos/shifts/${shiftId}/close`, {
      denominations: { 50: coins },
      differenceReason: 'Centavos',
    }),
  )
  expect(closed).toMatchObject({
    expectedCentavos,
    differenceCentavos: coins * 50 - expectedCentavos,
    totals: before.totals,
  })
}

test(
  `${cartsWanted} carts from four tills, and all documents agree with the tills' own journals (seed ${seed})`,
  async () => {
    const staff = [
      shop.cashier,
      ...(await Promise.all([2, 3, 4].map(() => app.world.member(shop.store, 'cashier')))),
    ]
    const open = await Promise.all(
      staff.map(
        async (who): Promise<Till> => ({ who, shiftId: await tills.openShift(who), journal: new Journal() }),
      ),
    )
    await Promise.all(open.map(workADay))
    await Promise.all(open.map(closeTill))
    const journals = open.map(({ journal }) => journal)
    const expected = sum(journals)

    const by = Object.fromEntries(
      await Promise.all(
        ['day', 'hour', 'product', 'category', 'cashier', 'method', 'vas_kind', 'store', 'tax_rate'].map(
          async (grouping) => [grouping, await report(shop.supervisor, { by: grouping })] as const,
        ),
      ),
    )
    const added = (grouping: string, figure: string): number =>
      by[grouping].rows.reduce((total: number, row: Record<string, number>) => total + (row[figure] ?? 0), 0)
    // Lines by payment method are what was paid and paid back, with the rounding of cash.
    const paid = {
      ...expected,
      totalCentavos: expected.totalCentavos + expected.roundingCentavos,
      roundingCentavos: null,
      refundCentavos: expected.refundCentavos + expected.refundRoundingCentavos,
      refundRoundingCentavos: null,
    }
    for (const grouping of Object.keys(by))
      expect(by[grouping].totals, grouping).toMatchObject(grouping === 'method' ? paid : expected)
    for (const figure of Object.keys(expected) as (keyof typeof expected)[])
      for (const grouping of ['day', 'hour', 'cashier', 'store'])
        expect(added(grouping, figure), `${figure} by ${grouping}`).toBe(expected[figure])
    for (const grouping of ['product', 'category', 'tax_rate'])
      for (const figure of [
        'grossCentavos',
        'discountCentavos',
        'totalCentavos',
        'taxCentavos',
        'refundCentavos',
      ] as const)
        expect(added(grouping, figure), `${figure} by ${grouping}`).toBe(expected[figure])
    for (const { key, totalCentavos, refundCentavos } of by['method'].rows) {
      expect(totalCentavos, key).toBe(journals.reduce((total, { paid }) => total + (paid[key] ?? 0), 0))
      expect(refundCentavos, key).toBe(
        journals.reduce((total, { givenBack }) => total + (givenBack[key] ?? 0), 0),
      )
    }

    const businessOn = by['day'].rows[0].key
    const rolledUp = must(
      await app.call(shop.manager, 'POST', '/pos/daily_sales_rollups', {
        storeId: shop.store.id,
        businessOn,
      }),
    )
    expect(rolledUp).toMatchObject(by['day'].totals)

    for (const [no, { stock }] of assortment.entries()) {
      if (stock === undefined) continue
      const id = variantIds[no] as string
      const taken = journals.reduce((total, journal) => total + (journal.taken.get(id) ?? 0), 0)
      expect(Math.round((await tills.onHand(id)) * 1_000), assortment[no]?.name).toBe(stock * 1_000 - taken)
    }
    const { rows } = await app.admin.query(
      `select (select count(*)::int from stock.chip_units where order_id is not null) as chips,
            (select coalesce(sum(cost_centavos), 0)::int from vas.sales where status = 'COMPLETED') as cost,
            (select available_centavos::int from money.wallets where merchant_id = $1) as available,
            (select held_centavos::int from money.wallets where merchant_id = $1) as held,
            (select last_no::int from shop.folios where store_id = $2 and series = 'A') as folio,
            (select count(*)::int from stock.stock_faults()) as stock_faults,
            (select count(*)::int from money.imbalances()) as imbalances`,
      [shop.store.merchantId, shop.store.id],
    )
    const chips =
      journals.reduce((total, { taken }) => total + (taken.get(variantIds.at(-1) as string) ?? 0), 0) / 1_000
    expect(rows[0]).toMatchObject({
      chips,
      held: 0,
      folio: expected.orderCount,
      stock_faults: 0,
      imbalances: 0,
    })
    expect(rows[0].available).toBe(funds - rows[0].cost)
    if (cartsWanted >= 200) {
      expect(journals.reduce((total, each) => total + each.lineDiscounts, 0)).toBeGreaterThan(0)
      expect(journals.reduce((total, each) => total + each.chipsBack, 0)).toBeGreaterThan(0)
    }
  },
  patient(120_000),
)
