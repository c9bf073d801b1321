import { claim, keep } from '../dist/idempotency/queries.js'
import { open } from '../dist/selling/carts/queries.js'
import { finalize } from '../dist/selling/orders/queries.js'
import { checkoutFloor } from './checkout-floor.mjs'
import { metered } from './cpu.mjs'
import { openFloor } from './floor.mjs'
import { asSuperuser } from './ground.mjs'
import { httpLoad, httpRequest } from './http-load.mjs'
import { recorded } from './recorded.mjs'
import { inTurns, readings } from './rounds.mjs'
import { startServer } from './server-process.mjs'
import { straightDriver } from './straight-driver.mjs'
import { begin, commit, inlined, parts } from './straight-sale.mjs'
import { idOf, tokenHash, tokenOf } from './world.mjs'

const clients = 16
const lines = 5
const priceCentavos = 1_000
const run = Date.now().toString(36)
let serial = 0
const payments = [{ method: 'CASH', amountCentavos: lines * priceCentavos }]

/**
 * Whole checkouts over HTTP, from no cart to a receipt in two requests, against the plainest statements that leave the
 * same rows, and against their own SQL, run directly.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes & { folder: string, profileDir: string | undefined, databaseMs: () => Promise<number | undefined> }} options
 */
export async function* checkoutBench({ large }, { wallets, rounds, turnMs, folder, profileDir, databaseMs }) {
  await asSuperuser(large.adminUrl, (client) => fillShelves(client, wallets))
  const server = await startServer(large, { profileDir })
  const drivers = []
  try {
    const { url, serverMs } = server
    const visit = checkouts(wallets)
    const load = (ms) => httpLoad(url, { clients, turnMs: ms, visit })
    const { lastBody } = await httpLoad(url, { clients: 1, turnMs: 1, visit })
    const transactions = await straightCheckout(lastBody)
    const job = { url: large.straightUrl, transactions, tills: wallets, clients, folder }
    const straight = await straightDriver(job)
    const sample = { till: 1, url, visit: (ask) => checkout(ask, 1), transactions: checkoutFloor }
    const floor = await openFloor(large, sample, { wallets, clients })
    drivers.push(straight, floor)
    const measurements = {
      ours: () => metered({ databaseMs, serverMs }, () => load(turnMs)),
      straight: () => metered({ databaseMs }, () => straight.run(turnMs)),
      floor: () => metered({ databaseMs }, () => floor.run(turnMs)),
    }
    await inTurns({ rounds: 1 }, measurements)
    const series = await inTurns({ rounds }, measurements)
    const units = 'checkouts'
    const name = `checkout of ${lines} lines, ${clients} clients, ${wallets} stores`
    yield* readings(`${name}, against its floor`, {
      ours: series.ours,
      baseline: series.floor,
      units,
      atLeast: 0.5,
    })
    yield* readings(`${name}, against its SQL`, {
      ours: series.ours,
      baseline: series.straight,
      units,
      note: `baseline by ${straight.name}`,
    })
  } finally {
    await Promise.all([server, ...drivers].map((each) => each.stop()))
  }
}

/** The same over HTTP, as a load. */
export async function checkoutLoads(url, { adminUrl }, { wallets }) {
  await asSuperuser(adminUrl, (client) => fillShelves(client, wallets))
  const visit = checkouts(wallets)
  const run = (turnMs) => httpLoad(url, { clients, turnMs, visit })
  return { [`checkout of ${lines} lines`]: { units: 'checkouts', run } }
}

/** Gives every till's store its taxes, five products with unlimited stock, and an open shift, unless it has them. */
export async function fillShelves(client, wallets) {
  const { rowCount } = await client.query('select from catalog.products where id = $1', [idOf('goods', 11)])
  if (rowCount > 0) return
  const tills = `(select n, bench.id(2, merchant) as merchant, bench.id(3, store) as store, bench.id(4, n) as membership,
                         bench.id(1, account) as account from bench.members where n <= ${wallets}) t`
  const goods = `${tills} cross join generate_series(1, ${lines}) k`
  for (const step of [
    `select catalog.open_tax_rates(t.merchant, t.store, 'GENERAL') from ${tills}`,
    `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos, tracks_stock)
     select t.merchant, bench.id(10, t.n * 10 + k), t.store, authz.set_of(t.merchant, t.store, 'catalog'),
            'Producto ' || k, ${priceCentavos}, true from ${goods}`,
    `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
     select t.merchant, bench.id(10, t.n * 10 + k), t.store, authz.set_of(t.merchant, t.store, 'catalog'),
            bench.id(10, t.n * 10 + k) from ${goods}
         on conflict do nothing`,
    `insert into stock.stock_levels (merchant_id, id, store_id, permission_set, on_hand)
     select t.merchant, bench.id(10, t.n * 10 + k), t.store, authz.set_of(t.merchant, t.store, 'inventory'),
            1000000000 from ${goods}`,
    'vacuum analyze',
  ])
    await client.query(step)
}

const goodsOf = (idOfGoods) =>
  Array.from({ length: lines }, (_, no) => ({ variantId: idOfGoods(no + 1), quantity: 1 }))

/** Each at any till. */
export const checkouts = (wallets) => (ask) => checkout(ask, 1 + Math.floor(Math.random() * wallets))

/** Sequentially: a cart with its lines, and its sale. Answers the sale as text. */
export async function checkout(ask, till) {
  const post = async (path, body, headers = {}) =>
    JSON.parse(await ask(httpRequest({ method: 'POST', path, token: tokenOf(till), body, headers }), 201))
  const cart = await post('/pos/carts', {
    storeId: idOf('store', till),
    lines: goodsOf((no) => idOf('goods', till * 10 + no)),
  })
  const key = { 'idempotency-key': `${run}-${++serial}` }
  const sale = await post(`/pos/carts/${cart.id}/finalize`, { version: cart.version, payments }, key)
  return JSON.stringify(sale)
}

/** The same as SQL only; see straight-sale.mjs. */
async function straightCheckout(answerBody) {
  const statement = async (query) => inlined(await recorded(query))
  const authenticate = (store) => ({
    text: `select app.authenticate(${tokenHash(':till')}, ${store}, true, 'bench') as principal`,
  })
  const actor = { merchantId: '@merchant', storeId: '@store' }
  const opened = await statement((tx) => open(tx, actor, { lines: goodsOf((no) => `@goods${no}`) }))
  const route = 'POST /pos/carts/{id}/finalize'
  const order = { version: 1, payments }
  const asked = { merchantId: '@merchant', route, key: '@key', fingerprint: '@fingerprint' }
  return [
    [
      [begin, authenticate(parts.store)],
      [{ text: `select opened -> 'cart' ->> 'id' as id from (${opened}) o`, answers: true }],
      [commit],
    ],
    [
      [begin, authenticate('null')],
      [
        {
          text: await statement((tx) => claim(tx, { ...asked, resourceId: null, lockMs: 0 })),
        },
      ],
      [{ text: await statement((tx) => finalize(tx, '@id', order)) }],
      [{ text: await statement((tx) => keep(tx, asked, answerBody)) }],
      [commit],
    ],
  ]
}
