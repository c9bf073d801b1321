import { hasCitus } from '../dist/database/citus.js'
import { prepareWorld } from './build.mjs'
import { dayActs } from './day-acts.mjs'
import { differences, heldSales } from './day-books.mjs'
import { driveDays } from './day-drive.mjs'
import { demandOf } from './demand.mjs'
import { asSuperuser, createDatabase, takeDatabase } from './ground.mjs'
import { figure } from './report.mjs'
import { startServer } from './server-process.mjs'

const hourMs = 3_600_000

/** The columns of its report, one row for each hour and act. Rates are by the server's clock, the rest as `HourRow` says. */
export const dayColumns = [
  { head: 'expected', width: 8, cell: ({ expected }) => expected.toFixed(0) },
  { head: 'came', width: 6, cell: ({ came }) => String(came) },
  { head: 'came/s', width: 6, cell: ({ cameASecond }) => figure(cameASecond) },
  { head: 'done/s', width: 6, cell: ({ doneASecond }) => figure(doneASecond) },
  { head: 'p50 ms', width: 6, cell: ({ p50Ms }) => figure(p50Ms) },
  { head: 'p99 ms', width: 6, cell: ({ p99Ms }) => figure(p99Ms) },
  { head: 'refused', width: 7, cell: ({ refused }) => String(refused) },
  { head: 'late ms', width: 7, cell: ({ lateMs }) => figure(lateMs) },
]

/**
 * Drives shop days at a time scale, on a database of its own or on the one that the options name.
 *
 * @param {{ url: string } | undefined} ground a PostgreSQL of its own; not needed with the option `at`
 * @param {import('./options.mjs').Days} options
 * @param {(row: object) => void} add called with each row as soon as it is known
 * @returns {AsyncGenerator<string>} the differences
 */
export async function* shopDays(ground, options, add) {
  const { merchants, seed, fromMs, hours, scale, at } = options
  const database = at === undefined ? await createDatabase(ground.url, 'days') : await takeDatabase(at)
  console.log(
    `${merchants} merchants from ${localText(fromMs)}, ${hours} hours at ${scale} times their clock; seed ${seed}.`,
  )
  const onLeftOut = ({ act, why }) =>
    console.log(`  Left out, because the cluster refuses it: ${act} (${why})`)
  yield* await driveOn(database, { ...options, add, onLeftOut })
}

export async function driveOn(database, { merchants, seed, fromMs, hours, scale, rows, add, onLeftOut }) {
  const isCluster = await asSuperuser(database.adminUrl, hasCitus)
  // A cluster refuses the statements by which the past is written.
  await prepareWorld(database, { wallets: merchants, rows: isCluster ? 0 : rows })
  const server = await startServer(database)
  try {
    const demand = demandOf({ merchants, seed })
    const before = await heldSales(database)
    const { visits, leftOut, tried } = await dayActs(database, server.url, { merchants, isCluster })
    leftOut.forEach(onLeftOut)
    const untilMs = fromMs + hours * hourMs
    const onHour = (row) => add({ ...row, name: `${localText(row.startMs)}  ${row.act}` })
    const sold = await driveDays(server.url, { demand, visits, fromMs, untilMs, scale, onHour })
    return await differences(database, before, [...tried, ...sold])
  } finally {
    await server.stop()
  }
}

const localText = (ms) => {
  const at = new Date(ms)
  const weekday = at.toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
  return `${weekday} ${at.toISOString().slice(0, 16).replace('T', ' ')}`
}
