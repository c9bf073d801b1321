import pg from 'pg'
import { products } from '../dist/catalog/products/collections.js'
import { list } from '../dist/collections/list-query.js'
import { asSuperuser } from './ground.mjs'
import { httpLoad, httpRequest } from './http-load.mjs'
import { pageSize, rowsRead } from './page.mjs'
import { allRecorded, recorded } from './recorded.mjs'
import { attempted, comparison, inTurns } from './rounds.mjs'
import { startServer } from './server-process.mjs'
import { idOf, tokenOf } from './world.mjs'

const clients = 16
/** The shops of two merchants: a supermarket, whose size is an option, and one at the corner. */
const bigTill = 1
const small = { till: 2, products: 200 }
/** The products that a daily price list changes. */
const changed = 20

/**
 * Requests of a till and a back office for a supermarket's catalog, over HTTP. Those that should not
 * depend on its size are compared with a small shop's; the others with the product's own SQL, sent directly.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes} options
 */
export async function* catalogBench({ large }, { goods, rounds, turnMs }) {
  const big = { till: bigTill, products: goods }
  const since = await asSuperuser(large.adminUrl, (client) => fillCatalogs(client, [big, small]))
  const server = await startServer(large)
  const straight = await connected(large.adminUrl)
  try {
    for (const { name, path, atLeast } of independent(since)) {
      const over = (of) => async () => (await many(server.url, of, path, turnMs / 2)).perSecond
      const title = `${name} of ${big.products} products, against a shop of ${small.products}`
      yield* attempted(title, async () => {
        const series = await inTurns({ rounds: rounds + 1 }, { ours: over(big), baseline: over(small) })
        return [comparison(title, { ...warm(series), unit: 'reads/s', atLeast })]
      })
    }
    for (const { name, path, statements, atMost } of await dependent(big)) {
      const title = `${name} of ${big.products} products, against its SQL`
      yield* attempted(title, async () => {
        const series = await inTurns(
          { rounds: rounds + 1 },
          {
            ours: async () => 1000 / (await oneByOne(server.url, path, turnMs / 2)).perSecond,
            baseline: () => millisecondsOf(straight, statements, turnMs / 2),
          },
        )
        return [comparison(title, { ...warm(series), unit: 'ms', atMost })]
      })
    }
  } finally {
    await Promise.all([server.stop(), straight.end()])
  }
}

/** The same over HTTP, as loads. */
export async function catalogLoads(url, { adminUrl }, { goods }) {
  const big = { till: bigTill, products: goods }
  const since = await asSuperuser(adminUrl, (client) => fillCatalogs(client, [big, small]))
  const named = (each, run) => [`${each.name} of ${goods} products`, { units: 'reads', run }]
  return Object.fromEntries([
    ...independent(since).map((each) => named(each, (turnMs) => many(url, big, each.path, turnMs))),
    ...(await dependent(big)).map((each) => named(each, (turnMs) => oneByOne(url, each.path, turnMs))),
  ])
}

function many(url, of, path, turnMs) {
  const request = () => httpRequest({ method: 'GET', path: path(of), token: tokenOf(of.till) })
  return httpLoad(url, { clients, turnMs, expected: 200, request })
}

/** The first round of each only fills caches. */
const warm = (series) =>
  Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values.slice(1)]))

const storeOf = ({ till }) => idOf('store', till)
const any = (count) => 1 + Math.floor(Math.random() * count)
const codeOf = (of, no) => String(of.till).padStart(3, '0') + String(no).padStart(7, '0')

/** Requests that read few rows, whatever the catalog's size. */
function independent(since) {
  return [
    {
      name: `a page of ${pageSize}`,
      path: (of) => `/pos/products?storeId=${storeOf(of)}&limit=${pageSize}`,
      atLeast: 0.7,
    },
    {
      name: 'a scanned barcode',
      path: (of) => `/pos/barcodes?storeId=${storeOf(of)}&code=${codeOf(of, any(of.products))}`,
      atLeast: 0.7,
    },
    {
      name: `what ${changed} changes leave to read`,
      path: (of) => `/pos/catalog?storeId=${storeOf(of)}&updatedSince=${since}`,
      atLeast: 0.6,
    },
  ]
}

/** Requests that have to read all rows. */
async function dependent(big) {
  const merchantId = idOf('merchant', big.till)
  const storeId = storeOf(big)
  const words = () => [hashOf(any(big.products))]
  const scope = { places: [{ merchantId, storeId }] }
  const search = {
    filters: {},
    words: ['%'],
    sort: products.sorts.name,
    isDescending: false,
    after: undefined,
    limit: rowsRead,
  }
  return [
    {
      name: 'a search for a word',
      path: () => `/pos/products?storeId=${storeId}&limit=${pageSize}&q=${words()}`,
      statements: async () =>
        (await allRecorded((tx) => list(tx, products, scope, { ...search, words: words() }))).slice(-1),
      atMost: 2,
    },
    {
      name: 'the whole catalog',
      path: () => `/pos/catalog?storeId=${storeId}`,
      statements: () => wholeCatalog({ merchantId, storeId }, big.products),
      atMost: 2,
    },
  ]
}

/** Loaded here, because older builds that this one is compared with have other queries. */
async function wholeCatalog(place, products) {
  const { productPage, restOfCatalog } = await import('../dist/catalog/products/till-queries.js')
  const page = await allRecorded((tx) => productPage(tx, place, null, products))
  return [...page, await recorded((tx) => restOfCatalog(tx, place, undefined))]
}

/** Makes product names distinct: see `goods` below. */
const hashOf = (no) => ((no * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0')

/** @returns a moment before the last changes, as `updatedSince` takes it */
async function fillCatalogs(client, shops) {
  await client.query('set session_replication_role = replica')
  for (const shop of shops) for (const step of goods) await client.query(step, [shop.till, shop.products])
  await client.query('reset session_replication_role')
  await client.query('vacuum analyze')
  const { rows } = await client.query(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since`,
  )
  for (const { till } of shops) await client.query(touch, [till, changed])
  return rows[0].since
}

const place = 'bench.id(2, $1::int) as merchant, bench.id(3, $1::int) as store'
const each = `(select ${place}, n, bench.id(12, $1::int * 1000000 + n) as id from generate_series(1, $2::int) n) g`
const stamped = (domain) => `g.merchant, g.id, g.store, authz.set_of(g.merchant, g.store, '${domain}')`

const goods = [
  `insert into catalog.products (merchant_id, id, store_id, permission_set, sku, name, price_centavos, tracks_stock,
                             created_at, updated_at)
   select ${stamped('catalog')}, 'G-' || g.n,
          'Producto ' || lpad(to_hex(g.n * 2654435761 % 4294967296), 8, '0') || ' de 500 g', 100 + g.n % 9000, true,
          now() - interval '1 day', now() - interval '1 day' from ${each}`,
  `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id, created_at, updated_at)
   select ${stamped('catalog')}, g.id, now() - interval '1 day', now() - interval '1 day' from ${each}`,
  `insert into catalog.barcodes (merchant_id, id, store_id, permission_set, variant_id, code, created_at, updated_at)
   select ${stamped('catalog')}, g.id, lpad($1::int::text, 3, '0') || lpad(g.n::text, 7, '0'),
          now() - interval '1 day', now() - interval '1 day' from ${each}`,
  `insert into stock.stock_levels (merchant_id, id, store_id, permission_set, on_hand, created_at, updated_at)
   select ${stamped('inventory')}, g.n % 50, now() - interval '1 day', now() - interval '1 day' from ${each}`,
]

const touch = `
  update catalog.products set price_centavos = price_centavos + 1, updated_at = clock_timestamp()
   where merchant_id = bench.id(2, $1::int)
     and id in (select bench.id(12, $1::int * 1000000 + n) from generate_series(1, $2::int) n)`

async function connected(url) {
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  return client
}

/** Sequential requests. Not by `httpLoad`, which is not made for megabytes. */
async function oneByOne(url, path, turnMs) {
  const startedMs = performance.now()
  let units = 0
  while (units === 0 || performance.now() - startedMs < turnMs) {
    const answer = await fetch(url + path(), { headers: { authorization: `Bearer ${tokenOf(bigTill)}` } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${answer.status} instead of 200`)
    units++
  }
  return { perSecond: (units * 1000) / (performance.now() - startedMs), units }
}

/** Sequential transactions on one connection, without row-level security. */
async function millisecondsOf(client, statements, turnMs) {
  const startedMs = performance.now()
  let [tookMs, times] = [0, 0]
  while (times === 0 || performance.now() - startedMs < turnMs) {
    const sent = await statements()
    const sentMs = performance.now()
    await client.query('begin')
    for (const { text, values } of sent) await client.query({ text, values: [...values] })
    await client.query('commit')
    tookMs += performance.now() - sentMs
    times++
  }
  return tookMs / times
}
