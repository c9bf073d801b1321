import { rm } from 'node:fs/promises'
import path from 'node:path'
import { saleContext } from '../dist/vas/sales/queries.js'
import { asSuperuser } from './ground.mjs'
import { httpLoad, httpRequest } from './http-load.mjs'
import { recorded } from './recorded.mjs'
import { absolute, comparison, inTurns } from './rounds.mjs'
import { startServer } from './server-process.mjs'
import { straightDriver } from './straight-driver.mjs'
import { straightSale } from './straight-sale.mjs'
import { chain, idOf, tokenOf } from './world.mjs'

const clients = 16

/**
 * Whole sales over HTTP: against their SQL run directly, all on one wallet, and with ten times the history.
 *
 * @param {{ small: import('./ground.mjs').Database, large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes & { folder: string, profileDir: string | undefined }} options
 */
export async function saleBench({ small, large }, { wallets, rounds, turnMs, rows, folder, profileDir }) {
  const context = await soldProduct(large)
  const till = tills(wallets, context.productId)
  const servers = { small: await startServer(small), large: await startServer(large, { profileDir }) }
  try {
    let answers = 0
    const rate =
      (server, request, ms = turnMs) =>
      async () => {
        const load = await httpLoad(server.url, { clients, turnMs: ms, expected: 201, request })
        if (server === servers.large) answers += load.answers
        return load.perSecond
      }
    const { lastBody } = await httpLoad(servers.large.url, {
      clients: 1,
      turnMs: 1,
      expected: 201,
      request: till.spread,
    })
    const transactions = await straightSale(context, lastBody)
    const straight = await straightDriver({
      url: large.straightUrl,
      transactions,
      tills: wallets,
      clients,
      folder,
    })
    for (const server of Object.values(servers)) await rate(server, till.spread, turnMs / 2)()
    await straight.run(turnMs / 2)
    const series = await inTurns(
      { rounds },
      {
        spread: rate(servers.large, till.spread),
        straight: () => straight.run(turnMs),
        single: rate(servers.large, till.single),
        small: rate(servers.small, till.spread),
      },
    )
    const memory = await servers.large.memory()
    const unit = 'sales/s'
    return [
      comparison(`sale, ${clients} clients, ${wallets} wallets, against its SQL`, {
        ours: series.spread,
        baseline: series.straight,
        unit,
        atLeast: 0.5,
        note: `baseline by ${straight.name}`,
      }),
      comparison('sales on one wallet, against spread', {
        ours: series.single,
        baseline: series.spread,
        unit,
        atLeast: 0.33,
      }),
      comparison(`sale, ${rows} sales in the past, against a tenth`, {
        ours: series.spread,
        baseline: series.small,
        unit,
        atLeast: 0.9,
      }),
      absolute('memory of the server after the sales', {
        ours: memory / 1e6,
        unit: 'MB',
        atMost: 250,
        note: `after ${answers} sales, which the sandbox in the same process remembers as well`,
      }),
    ]
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()))
    await rm(path.join(folder, 'sale.pgbench'), { force: true })
  }
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
  return { spread, single }
}
