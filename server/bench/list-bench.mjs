import pg from 'pg'
import { list } from '../dist/collections/list-query.js'
import { products } from '../dist/domains/catalog/collections.js'
import { sales } from '../dist/domains/vas/queries.js'
import { recorded } from './recorded.mjs'
import { comparison, inTurns } from './rounds.mjs'
import { idOf, portfolio, team, tokenHash } from './world.mjs'

const limit = 50
/** A slow query is a batch by itself. */
const batch = { queries: 20, ms: 20 }

/** Whose rows are listed, and by whom: the account, the store it works in, and how much of its sets is in view. */
const callers = [
  { who: 'a cashier', account: team.first + 1, place: team.first, narrowed: true },
  {
    who: `a supervisor of ${team.cashiers} cashiers`,
    account: team.first,
    place: team.first,
    narrowed: true,
  },
  // A portfolio request names no store, so every set of every store is compared with.
  {
    who: `an owner of ${portfolio.stores} stores`,
    account: portfolio.first,
    place: portfolio.first,
    narrowed: false,
  },
]

/**
 * The first page of a store under row-level security, against the very same statement without it, each on one
 * connection and inside one transaction: what differs is the policy.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes} options
 */
export async function listBench({ large }, { listMs, rows }) {
  const rowsOut = []
  for (const caller of callers) {
    for (const list of lists) {
      const { series, plans } = await compare(large, caller, await list.statement(caller.place), listMs)
      const isOwner = !caller.narrowed
      rowsOut.push(
        comparison(`${limit} of ${rows} ${list.what} for ${caller.who}, against no row-level security`, {
          ...series,
          unit: 'µs',
          atMost: isOwner ? 1.5 : 1.3,
          note:
            plans.under === plans.without
              ? undefined
              : `plans differ: ${plans.under} against ${plans.without}`,
        }),
      )
    }
  }
  return rowsOut
}

const lists = [
  {
    what: 'sales',
    statement: (place) =>
      recorded((tx) =>
        sales(tx, { storeId: idOf('store', place), status: undefined, limit, after: undefined }),
      ),
  },
  { what: 'products', statement: (place) => productPage(idOf('merchant', place), idOf('store', place)) },
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
    limit,
  }
  return recorded((tx) => list(tx, products, scope, search))
}

async function compare(database, caller, statement, forMs) {
  const under = await connected(database.apiUrl)
  const without = await connected(database.adminUrl)
  try {
    await under.query('begin read only')
    await without.query('begin read only')
    const store = caller.narrowed ? idOf('store', caller.place) : null
    await under.query(`select app.authenticate(${tokenHash(caller.account)}, $1, false, 'bench')`, [store])
    const plans = { under: await planOf(under, statement), without: await planOf(without, statement) }
    await assertSameRows(under, without, statement)
    const measurements = {
      ours: () => perQuery(under, statement),
      baseline: () => perQuery(without, statement),
    }
    // PostgreSQL decides after five runs whether to keep one plan for all values.
    await inTurns({ rounds: 3 }, measurements)
    return { plans, series: await inTurns({ forMs }, measurements) }
  } finally {
    await Promise.all([under.end(), without.end()])
  }
}

/** Microseconds that one of a batch takes. */
async function perQuery(client, statement) {
  const startedMs = performance.now()
  let queries = 0
  while (queries < batch.queries && performance.now() - startedMs < batch.ms) {
    await client.query({ name: 'list', ...statement })
    queries++
  }
  return ((performance.now() - startedMs) * 1000) / queries
}

async function connected(url) {
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  return client
}

async function assertSameRows(under, without, statement) {
  const [ours, all] = [await under.query(statement), await without.query(statement)]
  const ids = ({ rows }) => rows.map(({ id }) => id).join()
  if (ours.rows.length !== limit + 1 || ids(ours) !== ids(all)) {
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
