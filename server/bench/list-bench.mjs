import pg from 'pg'
import { products } from '../dist/catalog/products/collections.js'
import { list } from '../dist/collections/list-query.js'
import { sales } from '../dist/vas/sales/queries.js'
import { pageSize, rowsRead } from './page.mjs'
import { allRecorded } from './recorded.mjs'
import { attempted, comparison, inTurns } from './rounds.mjs'
import { idOf, portfolio, team, tokenHash } from './world.mjs'

/** A slow page is its own batch. */
const batch = { pages: 20, ms: 20 }

/** The callers: the account, its store, and how many of its sets apply. */
const callers = [
  { who: 'a cashier', account: team.first + 1, place: team.first, narrowed: true },
  {
    who: `a supervisor of ${team.cashiers} cashiers`,
    account: team.first,
    place: team.first,
    narrowed: true,
  },
  // A portfolio request names no store, so the sets of all stores are compared.
  {
    who: `an owner of ${portfolio.stores} stores`,
    account: portfolio.first,
    place: portfolio.first,
    narrowed: false,
  },
]

/**
 * The first page of a store under row-level security, with everything that the product sends for it, against
 * the same page without it, each on one connection and inside one transaction.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes} options
 */
export async function* listBench({ large }, { listMs, rows }) {
  for (const caller of callers) {
    for (const { what, statements } of lists) {
      const name = `${pageSize} of ${rows} ${what} for ${caller.who}, against no row-level security`
      yield* attempted(name, async () => {
        const { series, plans } = await compare(large, caller, await statements(caller.place), listMs)
        const note =
          plans.under === plans.without ? undefined : `plans differ: ${plans.under} against ${plans.without}`
        return [comparison(name, { ...series, unit: 'µs', atMost: caller.narrowed ? 1.3 : 1.5, note })]
      })
    }
  }
}

/** The product's statements for each list; the page itself is the last. */
const lists = [
  {
    what: 'sales',
    statements(place) {
      const scope = { places: [{ merchantId: idOf('merchant', place), storeId: idOf('store', place) }] }
      return allRecorded((tx) => sales(tx, scope, { limit: rowsRead }))
    },
  },
  { what: 'products', statements: (place) => productPage(idOf('merchant', place), idOf('store', place)) },
]

/** The first page of a store's products, as `GET /pos/products?storeId=` asks for it. */
export function productPage(merchantId, storeId) {
  const scope = { places: [{ merchantId, storeId }] }
  const search = {
    filters: {},
    words: [],
    sort: products.sorts.name,
    isDescending: false,
    after: undefined,
    limit: rowsRead,
  }
  return allRecorded((tx) => list(tx, products, scope, search))
}

async function compare(database, caller, statements, forMs) {
  const page = statements.at(-1)
  const under = await connected(database.apiUrl)
  const without = await connected(database.adminUrl)
  try {
    await under.query('begin read only')
    await without.query('begin read only')
    const store = caller.narrowed ? idOf('store', caller.place) : null
    const authenticated = `select app.authenticate(${tokenHash(caller.account)}, $1, false, 'bench')`
    // In the product each list is the first statement of its transaction, so each starts with a fresh
    // authentication.
    const asCaller = () => under.query({ name: 'authenticate', text: authenticated, values: [store] })
    await asCaller()
    const plans = { under: await planOf(under, page), without: await planOf(without, page) }
    await assertSameRows(under, without, page)
    const measurements = {
      ours: () => perPage(under, statements, asCaller),
      baseline: () => perPage(without, [page], async () => {}),
    }
    // PostgreSQL decides after five runs whether to use a generic plan.
    await inTurns({ rounds: 6 }, measurements)
    return { plans, series: await inTurns({ forMs }, measurements) }
  } finally {
    await Promise.all([under.end(), without.end()])
  }
}

/** Microseconds per page of a batch, without the time of `before`. */
async function perPage(client, statements, before) {
  const startedMs = performance.now()
  let tookMs = 0
  let pages = 0
  while (pages < batch.pages && performance.now() - startedMs < batch.ms) {
    await before()
    const sentMs = performance.now()
    await Promise.all(
      statements.map((statement, place) => client.query({ name: `list${place}`, ...statement })),
    )
    tookMs += performance.now() - sentMs
    pages++
  }
  return (tookMs * 1000) / pages
}

async function connected(url) {
  const client = new pg.Client({ connectionString: url, pipeline: true, options: '-c jit=off' })
  await client.connect()
  return client
}

async function assertSameRows(under, without, statement) {
  const [ours, all] = [await under.query(statement), await without.query(statement)]
  const ids = ({ rows }) => rows.map(({ id }) => id).join()
  if (ours.rows.length !== rowsRead || ids(ours) !== ids(all)) {
    throw new Error(
      `a list answered ${ours.rows.length} rows, and ${all.rows.length} without row-level security`,
    )
  }
}

/** The nodes of a plan, outermost first: `Limit(Index Scan products_name)`. */
async function planOf(client, { text, values }) {
  const { rows } = await client.query(`explain (format json, costs off) ${text}`, [...values])
  const shape = (node) => {
    const own = [node['Node Type'], node['Index Name']].filter(Boolean).join(' ')
    const below = (node.Plans ?? []).map(shape)
    return below.length === 0 ? own : `${own}(${below.join(', ')})`
  }
  return shape(rows[0]['QUERY PLAN'][0].Plan)
}
