import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import vectors from '../../../../vectors/rounding.json' with { type: 'json' }
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { patient } from '../../../test/patience.ts'
import { type Member, type Store, worldOf } from '../../../test/world.ts'

/** A granted discount: an amount, or basis points. */
type Granted = { readonly amount: bigint } | { readonly bps: bigint } | null

interface PricedLine {
  readonly thousandths: bigint
  readonly price: bigint
  readonly rateBps: bigint
  readonly isTaxIncluded: boolean
  readonly discount: Granted
}

interface Figures {
  readonly gross: bigint
  readonly discount: bigint
  readonly tax: bigint
  readonly total: bigint
}

let base: TestDatabase
let store: Store
let cashier: Member
let variant: string
beforeAll(async () => {
  base = await cloneDatabase()
  const world = worldOf(base.admin)
  store = await world.store()
  cashier = await world.member(store, 'cashier')
  variant = randomUUID()
  await base.admin.query(
    `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos)
     values ($1, $2, $3, authz.set_of($1, $3, 'catalog'), 'x', 1)`,
    [store.merchantId, variant, store.id],
  )
  await base.admin.query(
    `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
     values ($1, $2, $3, authz.set_of($1, $3, 'catalog'), $2) on conflict do nothing`,
    [store.merchantId, variant, store.id],
  )
})
afterAll(() => base.close())

/** a/b, rounded half up, for non-negative numbers. */
const rounded = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const sum = (values: readonly bigint[]) => values.reduce((total, each) => total + each, 0n)

const taken = (from: bigint, granted: Granted): bigint => {
  if (granted === null) return 0n
  return least(from, 'amount' in granted ? granted.amount : rounded(from * granted.bps, 10_000n))
}

/**
 * The pricing rules implemented again in another language and in another way: the cart's discount is
 * distributed centavo by centavo, each to the line that is furthest below its exact share.
 */
function oracle(lines: readonly PricedLine[], ofCart: Granted): Figures[] {
  const gross = lines.map(({ thousandths, price }) => rounded(thousandths * price, 1_000n))
  const bases = lines.map(({ discount }, at) => (gross[at] as bigint) - taken(gross[at] as bigint, discount))
  const whole = sum(bases)
  const toDeal = taken(whole, ofCart)
  const shares = bases.map((each) => (whole === 0n ? 0n : (toDeal * each) / whole))
  for (let left = toDeal - sum(shares); left > 0n; left--) {
    // The distance to the exact share, in parts of `whole`, so that all compare in the same unit. The first
    // of equals goes first.
    const behind = bases.map((each, at) => toDeal * each - (shares[at] as bigint) * whole)
    const furthest = behind.reduce((best, each, at) => (each > (behind[best] as bigint) ? at : best), 0)
    shares[furthest] = (shares[furthest] as bigint) + 1n
  }
  return lines.map(({ rateBps, isTaxIncluded }, at) => {
    const net = (bases[at] as bigint) - (shares[at] as bigint)
    const tax = rounded(net * rateBps, isTaxIncluded ? 10_000n + rateBps : 10_000n)
    return {
      gross: gross[at] as bigint,
      discount: (gross[at] as bigint) - net,
      tax,
      total: isTaxIncluded ? net : net + tax,
    }
  })
}

/**
 * Inserts the lines and their discounts into a cart, as approved for exactly that, and has PostgreSQL price
 * it.
 */
async function priced(
  lines: readonly PricedLine[],
  ofCart: Granted,
): Promise<{ lines: Figures[]; cart: Figures }> {
  const { rows } = await base.admin.query(
    `insert into selling.carts (merchant_id, id, store_id, permission_set, membership_id, account_id)
     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'sales'), $3, $4) returning id`,
    [store.merchantId, store.id, cashier.membershipId, cashier.id],
  )
  const cartId = rows[0].id as string
  const ids = lines.map(() => randomUUID())
  await base.admin.query(
    `insert into selling.line_items (merchant_id, id, store_id, permission_set, cart_id, position, product_id, variant_id,
       product_name, kind, unit, tracks_stock, quantity, unit_price_centavos, tax_rate_bps, is_tax_exempt,
       is_tax_included, gross_centavos, tax_centavos, total_centavos)
     select $1, l.id, $2, authz.set_of($1, $2, 'sales'), $3, l.no, $4, $4, 'x', 'GOODS', 'PIECE', false,
            l.thousandths / 1000.0, l.price, l.rate, false, l.included, 0, 0, 0
       from unnest($5::uuid[], $6::bigint[], $7::bigint[], $8::int[], $9::bool[])
            with ordinality l (id, thousandths, price, rate, included, no)`,
    [
      store.merchantId,
      store.id,
      cartId,
      variant,
      ids,
      lines.map(({ thousandths }) => thousandths),
      lines.map(({ price }) => price),
      lines.map(({ rateBps }) => rateBps),
      lines.map(({ isTaxIncluded }) => isTaxIncluded),
    ],
  )
  const granted = [
    ...lines.map(({ discount }, at) => ({ of: ids[at] as string, discount })),
    { of: null, discount: ofCart },
  ]
  for (const { of, discount } of granted) if (discount !== null) await grant(cartId, of, discount)
  await base.admin.query('select selling.reprice_cart($1, $2)', [store.merchantId, cartId])
  const figures = `gross_centavos as gross, discount_centavos as discount, tax_centavos as tax, total_centavos as total`
  const { rows: found } = await base.admin.query<Figures>(
    `select ${figures} from selling.line_items where cart_id = $1 order by position`,
    [cartId],
  )
  const { rows: carts } = await base.admin.query<Figures>(
    `select ${figures} from selling.carts where id = $1`,
    [cartId],
  )
  return { lines: found, cart: carts[0] as Figures }
}

async function grant(cartId: string, lineId: string | null, discount: NonNullable<Granted>): Promise<void> {
  const of = [
    store.merchantId,
    store.id,
    cartId,
    lineId,
    'amount' in discount ? discount.amount : null,
    'bps' in discount ? discount.bps : null,
  ]
  await base.admin.query(
    `with asked as (
       insert into selling.approvals (merchant_id, id, store_id, permission_set, type, scope, cart_id, line_item_id,
         amount_centavos, percentage_bps, subject, goods, value_centavos, reason, status, is_direct, requested_by, requester_membership_id,
         requester_name, decided_by, decided_at, expires_at)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'approvals'), 'DISCOUNT',
         case when $4::uuid is null then 'CART' else 'LINE' end, $3::uuid, $4::uuid, $5::bigint, $6::int,
         selling.discount_subject($1, $3::uuid, $4::uuid, $5::bigint, $6::int), '[]', 1, 'x', 'APPROVED', true, $7, $8, 'x', $7, now(), 'infinity')
       returning *)
     insert into selling.discounts (merchant_id, id, store_id, permission_set, cart_id, line_item_id, amount_centavos,
                                percentage_bps, reason, approval_id)
     select merchant_id, id, store_id, permission_set, cart_id, line_item_id, amount_centavos, percentage_bps, reason, id
       from asked`,
    [...of, cashier.id, cashier.membershipId],
  )
}

const amounts = fc.bigInt({ min: 1n, max: 300_000n })
const bps = fc.bigInt({ min: 1n, max: 10_000n })
const grants: fc.Arbitrary<Granted> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: amounts.map((amount) => ({ amount })) },
  { weight: 1, arbitrary: bps.map((each) => ({ bps: each })) },
)
const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  thousandths: fc.oneof(
    fc.bigInt({ min: 1n, max: 12n }).map((whole) => whole * 1_000n),
    fc.bigInt({ min: 1n, max: 25_000n }),
  ),
  price: fc.oneof(fc.bigInt({ min: 0n, max: 99n }), fc.bigInt({ min: 100n, max: 200_000n })),
  rateBps: fc.constantFrom(1_600n, 800n, 0n, 1_050n),
  isTaxIncluded: fc.boolean(),
  discount: grants,
})
const anyCart = fc.tuple(fc.array(anyLine, { minLength: 1, maxLength: 12 }), grants)

test('any cart is priced like the oracle, and is the sum of its lines', {
  timeout: patient(180_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyCart, async ([lines, ofCart]) => {
      const { lines: got, cart } = await priced(lines, ofCart)
      expect(got).toEqual(oracle(lines, ofCart))
      for (const figure of ['gross', 'discount', 'tax', 'total'] as const)
        expect(cart[figure]).toBe(sum(got.map((each) => each[figure])))
    }),
    { numRuns: 150 },
  )
})

test('no discount of any cart exceeds what it applies to, and no centavo is lost', {
  timeout: patient(180_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 6 }), grants, async (lines, ofCart) => {
      const { lines: got, cart } = await priced(lines, ofCart)
      for (const [at, { isTaxIncluded }] of lines.entries()) {
        const { gross, discount, tax, total } = got[at] as Figures
        expect(discount >= 0n && discount <= gross && tax >= 0n).toBe(true)
        expect(total).toBe(gross - discount + (isTaxIncluded ? 0n : tax))
      }
      const own = lines.map(({ thousandths, price, discount }) =>
        taken(rounded(thousandths * price, 1_000n), discount),
      )
      expect(cart.discount - sum(own)).toBe(taken(cart.gross - sum(own), ofCart))
    }),
    { numRuns: 60 },
  )
})

const plain = { thousandths: 1_000n, rateBps: 1_600n, isTaxIncluded: true, discount: null }
test.each<[string, PricedLine[], Granted, Figures[]]>([
  [
    'three lines of a peso share ten centavos as four, three and three',
    [100n, 100n, 100n].map((price) => ({ ...plain, price })),
    { amount: 10n },
    [
      { gross: 100n, discount: 4n, tax: 13n, total: 96n },
      { gross: 100n, discount: 3n, tax: 13n, total: 97n },
      { gross: 100n, discount: 3n, tax: 13n, total: 97n },
    ],
  ],
  [
    'half a centavo is rounded up, for prices and taxes',
    [
      { ...plain, thousandths: 500n, price: 1n, rateBps: 0n },
      { ...plain, price: 3n, rateBps: 5_000n, isTaxIncluded: false },
    ],
    null,
    [
      { gross: 1n, discount: 0n, tax: 0n, total: 1n },
      { gross: 3n, discount: 0n, tax: 2n, total: 5n },
    ],
  ],
  [
    'a discount larger than the cart is limited to the cart',
    [{ ...plain, price: 116n }],
    { amount: 9_999n },
    [{ gross: 116n, discount: 116n, tax: 0n, total: 0n }],
  ],
  [
    'a percentage of the cart applies after the lines’ own discounts',
    [{ ...plain, price: 10_000n, discount: { bps: 5_000n } }],
    { bps: 1_000n },
    [{ gross: 10_000n, discount: 5_500n, tax: 621n, total: 4_500n }],
  ],
])('%s', async (_sentence, lines, ofCart, expected) => {
  expect((await priced(lines, ofCart)).lines).toEqual(expected)
  expect(oracle(lines, ofCart)).toEqual(expected)
})

test.each(vectors.carts)('a cart of the vectors shared with the till: $says', async (vector) => {
  const lines = vector.lines.map((line) => ({
    thousandths: BigInt(Math.round(line.quantity * 1_000)),
    price: BigInt(line.unitPriceCentavos),
    rateBps: BigInt(line.taxRateBps),
    isTaxIncluded: line.isTaxIncluded,
    discount: null,
  }))
  const figures = (each: { grossCentavos: number; taxCentavos: number; totalCentavos: number }): Figures => ({
    gross: BigInt(each.grossCentavos),
    discount: 0n,
    tax: BigInt(each.taxCentavos),
    total: BigInt(each.totalCentavos),
  })
  expect(await priced(lines, null)).toEqual({ lines: vector.lines.map(figures), cart: figures(vector) })
})
