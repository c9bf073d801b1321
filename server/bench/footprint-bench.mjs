import { pino } from 'pino'
import { placesOf } from '../dist/database/places.js'
import { sqlSources } from '../dist/database/sources.js'
import { rollUpStores } from '../dist/reporting/reports/nightly.js'
import { prepareWorld } from './build.mjs'
import { checkout, fillShelves } from './checkout-bench.mjs'
import { authenticating, connectionBytes, ordering, sealing, us, workerOn } from './footprint-work.mjs'
import { asSuperuser, createDatabase } from './ground.mjs'
import { backendUs, growthOf } from './growth.mjs'
import { openLoad } from './open-load.mjs'
import { absolute, attempted } from './rounds.mjs'
import { soldProduct, tills } from './sale-bench.mjs'
import { startServer } from './server-process.mjs'
import { idOf } from './world.mjs'

const clients = 4
const mostTills = 100
/** What grows with time or with the seals; and acts that a journal has not taken yet, since there is none here. */
const notOfUnits = /^(audit\.(seals|unjournaled)|app\.workers|dbos\.|migration\.)/
/** Smaller ones are in the sum. */
const leastBytes = 30

/**
 * What one more sale, checkout and merchant cost: rows and bytes by table, log, and the processor time of what is done once
 * for all merchants. Bytes and rows are exact, whoever else uses the machine.
 *
 * @param {{ small: import('./ground.mjs').Database, large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes} options
 */
export async function* footprintBench({ small, large }, { wallets, units }) {
  const count = Math.min(wallets, mostTills)
  // Without a past: room in the pages of older rows would be taken first, and not be counted.
  const own = await createDatabase(small.adminUrl, 'footprint')
  await prepareWorld(own, { wallets: count, rows: 0 })
  await asSuperuser(own.adminUrl, (client) => fillShelves(client, count))
  const { of } = tills(count, (await soldProduct(own)).productId)
  let turn = 0
  const till = () => 1 + (turn++ % count)
  const visits = { sale: (ask) => ask(of(till()), 201), 'checkout of 5': (ask) => checkout(ask, till()) }
  const server = await startServer(own)
  try {
    for (const [what, visit] of Object.entries(visits)) {
      const make = (times) => madeOver(server.url, times, visit)
      yield* attempted(what, async () => {
        // The first of a day and of a hundred folios writes more than the others.
        await make(count)
        return grown(own, what, units, make)
      })
    }
    yield* attempted('connections', () => connectionBytes(own))
  } finally {
    await server.stop()
  }
  yield* attempted('a merchant', () => grown(own, 'merchant', units / 4, merchantsOn(own)))
  yield* attempted('authenticate', () => authenticating(large))
  yield* attempted('nights', () => nights(large))
  yield* attempted('stock', () => stockCheck(own))
  const copy = await createDatabase(small.adminUrl, 'sealed', 'small')
  yield* attempted('seals', () => sealing(copy))
  yield* attempted('events', () => ordering(copy))
}

/** As many, whether they take long or not, and none that is refused. */
async function madeOver(url, count, visit) {
  let begun = 0
  const once = (exchange) =>
    visit(async (request, expected) => {
      const { status, body } = await exchange(request)
      if (status !== expected) throw new Error(`${status} instead of ${expected}: ${body}`)
      return body
    })
  await openLoad(url, {
    connections: clients,
    next: () => (begun++ < count ? once : undefined),
    isOver: () => begun > count,
  })
}

function grown({ adminUrl }, what, units, work) {
  return asSuperuser(adminUrl, async (client) => {
    const places = placesOf(await sqlSources())
    const { tables, logBytes } = await growthOf(client, units, (count) => work(count))
    const own = tables.filter(({ table }) => !notOfUnits.test(table))
    const sum = (pick, of = own) => of.reduce((so, each) => so + pick(each), 0)
    const bytes = ({ bytes }) => bytes
    const rowsOf = (of) => `${sum(({ rows }) => rows, of).toFixed(2)} rows`
    const inPlace = ['tenant', 'shared', 'control'].flatMap((place) => {
      const there = own.filter(({ table }) => places.get(table) === place)
      return there.length === 0 ? [] : [row(`${what}, ${place} tables: ${rowsOf(there)}`, sum(bytes, there))]
    })
    return [
      row(`${what}, log without images of pages`, logBytes),
      ...inPlace,
      ...own
        .filter(({ rows, bytes }) => bytes >= leastBytes || rows >= 0.5)
        .map((each) =>
          row(`${what}, ${each.table}: ${rowsOf([each])}, indexes ${each.indexBytes.toFixed(0)}`, each.bytes),
        ),
    ]
  })
}

const row = (name, bytes) => absolute(name, { ours: bytes, unit: 'bytes' })

/** A merchant with its owner, a store with two tills, and three cashiers, made by the product's functions. */
const merchantsOn =
  ({ adminUrl }) =>
  (count) =>
    asSuperuser(adminUrl, async (client) => {
      const one = async (text, values) => Object.values((await client.query(text, values)).rows[0])[0]
      const actAs = (account, label) =>
        client.query(`select set_config('app.account_id', $1, true), set_config('app.platform', $2, true)`, [
          account,
          label,
        ])
      const account = (name) =>
        one('select id from identity.open_account($1, $2)', [`${name}@footprint.test`, `Persona ${name}`])
      for (let made = 0; made < count; made++) {
        const name = `${Date.now().toString(36)}-${made}`
        await client.query('begin')
        const owner = await account(`owner-${name}`)
        await actAs(idOf('account', 0), 'admin')
        const merchant = await one(
          `select merchant_id from platform.create_merchant($1, $1, null, 'America/Mexico_City', $2, 'Persona', sha256($1::text::bytea))`,
          [`Comercio ${name}`, `owner-${name}@footprint.test`],
        )
        await actAs(owner, '')
        const store = await one(
          `select id from shop.create_store($1, 'Tienda', 'T1', '55 5000 0000', 'Calle 5 Norte 890', 'America/Mexico_City', 'GENERAL')`,
          [merchant],
        )
        await client.query(
          `insert into shop.terminals (merchant_id, id, store_id, permission_set, name)
           select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'stores'), 'Caja ' || n from generate_series(1, 2) n`,
          [merchant, store],
        )
        for (let cashier = 1; cashier <= 3; cashier++)
          await client.query(`select shop.admit_member($1, $2, $3, 'cashier')`, [
            merchant,
            store,
            await account(`cashier-${cashier}-${name}`),
          ])
        await client.query('commit')
      }
    })

/** The rollups of past days, every night: when they are written, and when nothing has changed since. */
function nights({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const rows = []
    for (const night of ['days to write', 'nothing new']) {
      let stores = 0
      const usedUs = await backendUs(client, async () => {
        ;({ stores } = await rollUpStores(workerOn(client), pino({ level: 'silent' })))
      })
      rows.push(
        absolute(`rollup of a store, ${night}: CPU of PostgreSQL`, { ours: usedUs / stores, unit: 'µs' }),
      )
    }
    return rows
  })
}

/** Every night all levels are held against all movements that there ever were. */
function stockCheck({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const { rows } = await client.query('select count(*)::int as movements from stock.stock_movements')
    const usedUs = await backendUs(client, () => client.query('select from stock.stock_faults()'))
    return [us('nightly check of stock, of a movement', usedUs / rows[0].movements)]
  })
}
