import { startDriver } from './driver-process.mjs'
import { floorRows, setsOfTills } from './floor-rows.mjs'
import { asSuperuser } from './ground.mjs'
import { httpLoad } from './http-load.mjs'

/**
 * The least that PostgreSQL can do: the rows that one request leaves, written again for any till by the plainest
 * prepared statements, without functions and policies. Keys, checks and indexes are part of the tables.
 *
 * @param {import('./ground.mjs').Database} database
 * @param {object} sample
 * @param {number} sample.till the one that makes the request
 * @param {string} sample.url the server's
 * @param {(ask: (request: string, expected: number) => Promise<string>) => Promise<string>} sample.visit
 * @param {(rows: ReturnType<typeof floorRows>, body: any) => Promise<import('./floor-rows.mjs').Statement[][]>} sample.transactions
 *        reads what the visit with this answer has written, and says in which transactions it is written again
 * @param {{ wallets: number, clients: number }} options
 */
export async function openFloor({ adminUrl }, { till, url, visit, transactions }, { wallets, clients }) {
  const job = await asSuperuser(adminUrl, async (client) => {
    const sets = await setsOfTills(client, wallets)
    const { rows } = await client.query('select clock_timestamp() as since')
    const { lastBody } = await httpLoad(url, { clients: 1, turnMs: 1, visit })
    const sample = { till, since: rows[0].since, sets }
    return { sets, transactions: await transactions(floorRows(client, sample), JSON.parse(lastBody)) }
  })
  const floor = await startDriver('floor-process.mjs', { url: adminUrl, clients, ...job })
  await assertSameRows(adminUrl, job.transactions.flat(), floor)
  return floor
}

/** A unit of work of the floor leaves as many rows in each table as its statements insert, and more in none. */
async function assertSameRows(adminUrl, statements, floor) {
  const inserts = statements.filter(({ tuples }) => tuples !== undefined)
  const tables = [...new Set(inserts.map(({ table }) => table))]
  await asSuperuser(adminUrl, async (client) => {
    const count = async () => {
      const counts = tables.map((table) => `(select count(*)::int from ${table})`).join(', ')
      const { rows } = await client.query({ text: `select ${counts}`, rowMode: 'array' })
      return rows[0]
    }
    const before = await count()
    const { units } = await floor.run(1)
    const after = await count()
    tables.forEach((table, at) => {
      const inserted = inserts
        .filter((each) => each.table === table)
        .reduce((sum, { tuples }) => sum + tuples, 0)
      if (after[at] - before[at] !== units * inserted)
        throw new Error(
          `the floor left ${after[at] - before[at]} rows in ${table}, not ${units} times ${inserted}`,
        )
    })
  })
}
