import { setTimeout as sleep } from 'node:timers/promises'
import { asSuperuser } from './ground.mjs'
import { idOf } from './world.mjs'

/** How long sales without an outcome and events without a position are waited for. */
const patienceMs = 30_000

const heldOf = {
  topUp:
    'select store_id, count(*)::int as count, sum(amount_centavos)::bigint as centavos from vas.sales group by store_id',
  goods:
    'select store_id, count(*)::int as count, sum(total_centavos)::bigint as centavos from selling.sales_orders group by store_id',
}

/**
 * What the database holds of each shop's sales. Read before and after a drive, the difference is what was sold.
 *
 * @returns {Promise<Map<string, { count: number, centavos: number }>>} by act and store id
 */
export function heldSales({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const held = new Map()
    for (const [act, query] of Object.entries(heldOf)) {
      const { rows } = await client.query(query)
      for (const { store_id: store, count, centavos } of rows)
        held.set(`${act} ${store}`, { count, centavos: Number(centavos) })
    }
    return held
  })
}

/**
 * Holds what tills were told against what the database holds: count and sum by shop, outcomes, the books' own checks.
 *
 * @param {import('./ground.mjs').Database} database
 * @param {Awaited<ReturnType<typeof heldSales>>} before
 * @param {readonly import('./day-acts.mjs').Sold[]} sold
 * @returns {Promise<string[]>} each difference in words
 */
export async function differences(database, before, sold) {
  const unsettled = await settled(database)
  const after = await heldSales(database)
  const told = new Map()
  for (const { act, shop, centavos } of sold) {
    if (!(act in heldOf)) continue
    const key = `${act} ${idOf('store', shop)}`
    const so = told.get(key) ?? nothing
    told.set(key, { count: so.count + 1, centavos: so.centavos + centavos })
  }
  const found = [...new Set([...told.keys(), ...after.keys()])].flatMap((key) => {
    const [asTold, was, is] = [told, before, after].map((map) => map.get(key) ?? nothing)
    const [count, centavos] = [is.count - was.count, is.centavos - was.centavos]
    return count === asTold.count && centavos === asTold.centavos
      ? []
      : [`${key}: told ${asTold.count} of ${asTold.centavos} centavos, held ${count} of ${centavos}`]
  })
  return [...found, ...unsettled, ...(await imbalances(database))]
}

const nothing = { count: 0, centavos: 0 }

const unfinished = [
  ['sales without an outcome', `select count(*)::int as count from vas.sales where status = 'PENDING'`],
  ['events without a position', 'select count(*)::int as count from events.events where position is null'],
]

function settled({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    for (const untilMs = performance.now() + patienceMs; ; await sleep(200)) {
      const found = []
      for (const [what, query] of unfinished) {
        const { count } = (await client.query(query)).rows[0]
        if (count > 0) found.push(`${count} ${what}`)
      }
      if (found.length === 0 || performance.now() > untilMs) return found
    }
  })
}

function imbalances({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const { rows } = await client.query('select * from money.imbalances()')
    return rows.map((row) => `the books: ${JSON.stringify(row)}`)
  })
}
