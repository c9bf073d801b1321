import { rm } from 'node:fs/promises'
import path from 'node:path'
import { saleContext } from '../dist/vas/sales/queries.js'
import { metered } from './cpu.mjs'
import { openFloor } from './floor.mjs'
import { asSuperuser } from './ground.mjs'
import { httpLoad, httpRequest } from './http-load.mjs'
import { recorded } from './recorded.mjs'
import { absolute, inTurns, readings } from './rounds.mjs'
import { saleFloor } from './sale-floor.mjs'
import { startServer } from './server-process.mjs'
import { straightDriver } from './straight-driver.mjs'
import { straightSale } from './straight-sale.mjs'
import { chain, idOf, tokenOf } from './world.mjs'

const clients = 16

/**
 * Whole sales over HTTP: against the plainest statements that leave the same rows, against their SQL run directly, all on
 * one wallet, and with ten times the history.
 *
 * @param {{ small: import('./ground.mjs').Database, large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes & { folder: string, profileDir: string | undefined, databaseMs: () => Promise<number | undefined> }} options
 */
export async function* saleBench({ small, large }, options) {
  const { wallets, rounds, turnMs, rows, folder, profileDir, databaseMs } = options
  const context = await soldProduct(large)
  const till = tills(wallets, context.productId)
  const servers = { small: await startServer(small), large: await startServer(large, { profileDir }) }
  const drivers = []
  try {
    let sold = 0
    const load =
      ({ url, serverMs }, request, ms = turnMs) =>
      () =>
        metered({ databaseMs, serverMs }, async () => {
          const answered = await httpLoad(url, { clients, turnMs: ms, expected: 201, request })
          if (url === servers.large.url) sold += answered.units
          return answered
        })
    const one = (ask) => ask(till.of(1), 201)
    const { lastBody } = await httpLoad(servers.large.url, { clients: 1, turnMs: 1, visit: one })
    const transactions = await straightSale(context, lastBody)
    const job = { url: large.straightUrl, transactions, tills: wallets, clients, folder }
    const straight = await straightDriver(job)
    const sample = { till: 1, url: servers.large.url, visit: one, transactions: saleFloor }
    const floor = await openFloor(large, sample, { wallets, clients })
    drivers.push(straight, floor)
    for (const server of Object.values(servers)) await load(server, till.spread, turnMs / 2)()
    await straight.run(turnMs / 2)
    await floor.run(turnMs / 2)
    const series = await inTurns(
      { rounds },
      {
        spread: load(servers.large, till.spread),
        straight: () => metered({ databaseMs }, () => straight.run(turnMs)),
        floor: () => metered({ databaseMs }, () => floor.run(turnMs)),
        single: load(servers.large, till.single),
        small: load(servers.small, till.spread),
      },
    )
    const memory = await servers.large.memory()
    const units = 'sales'
    const name = `sale, ${clients} clients, ${wallets} wallets`
    const ours = series.spread
    yield* readings(`${name}, against its floor`, { ours, baseline: series.floor, units, atLeast: 0.33 })
    const note = `baseline by ${straight.name}`
    yield* readings(`${name}, against its SQL`, { ours, baseline: series.straight, units, note })
    yield* readings('sales on one wallet, against spread', {
      ours: series.single,
      baseline: ours,
      units,
      atLeast: 0.33,
    })
    yield* readings(`sale, ${rows} sales in the past, against a tenth`, {
      ours,
      baseline: series.small,
      units,
      atLeast: 0.9,
    })
    yield absolute('memory of the server after the sales', {
      ours: memory / 1e6,
      unit: 'MB',
      atMost: 250,
      note: `after ${sold} sales, which the sandbox in the same process remembers as well`,
    })
  } finally {
    await Promise.all([...Object.values(servers), ...drivers].map((each) => each.stop()))
    await rm(path.join(folder, 'sale.pgbench'), { force: true })
  }
}

/** The same over HTTP, as loads. */
export async function saleLoads(url, database, { wallets }) {
  const { spread, single } = tills(wallets, (await soldProduct(database)).productId)
  const load = (request) => ({
    units: 'sales',
    run: (turnMs) => httpLoad(url, { clients, turnMs, expected: 201, request }),
  })
  return { sale: load(spread), 'sale on one wallet': load(single) }
}

/** The context of the product that all tills sell, as the product reads it. */
export function soldProduct({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const { rows } = await client.query(
      `select id from vas.products where kind = 'airtime' and is_active and amount_centavos = 10000 order by id limit 1`,
    )
    const statement = await recorded((tx) => saleContext(tx, idOf('store', 1), rows[0].id))
    return (await client.query(statement)).rows[0]
  })
}

let serial = 0

/** The tills' requests, all distinct in a run: each has its own phone number and key. */
export function tills(wallets, productId) {
  const run = Date.now().toString(36)
  const request = (store, account) => {
    serial++
    return httpRequest({
      method: 'POST',
      path: '/vas/sale',
      token: tokenOf(account),
      headers: { 'idempotency-key': `${run}-${serial}` },
      body: {
        storeId: idOf('store', store),
        productId,
        // The simulator completes numbers with this ending at once.
        reference: `${1_000_000 + (serial % 9_000_000)}555`,
        payment: { method: 'CASH', tenderedCentavos: 10_000 },
      },
    })
  }
  const spread = () => {
    const till = 1 + Math.floor(Math.random() * wallets)
    return request(till, till)
  }
  const single = (client) =>
    request(chain.first + (client % chain.stores), chain.first + (client % chain.tills))
  return { spread, single, of: (till) => request(till, till) }
}
