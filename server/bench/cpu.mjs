import { readFile } from 'node:fs/promises'

/** The kernel counts in hundredths of a second, whatever its own clock. */
const msPerTick = 10

/**
 * The processor time that a PostgreSQL has used since it was started: of its postmaster, of its processes, and of
 * those that have ended. Undefined where the system has no `/proc`.
 *
 * @param {number} postmaster
 * @returns {Promise<number | undefined>} milliseconds
 */
export async function clusterCpuMs(postmaster) {
  const own = await ticksOf(postmaster)
  if (own === undefined) return undefined
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  const living = await Promise.all(children.split(' ').filter(Boolean).map(ticksOf))
  const used = living.reduce((sum, ticks) => sum + (ticks?.used ?? 0), own.used + own.ofEnded)
  return used * msPerTick
}

/** A process that has just ended has been added to its parent's. */
async function ticksOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The name in parentheses may contain anything; fields are counted from behind it (proc(5): 3 is the first).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
  return { used: user + system, ofEnded: endedUser + endedSystem }
}

/**
 * @typedef {object} Reading
 * @property {number} perSecond
 * @property {number | undefined} databaseMs processor time of PostgreSQL per unit of work
 * @property {number | undefined} serverMs … and of the server's process
 */

/**
 * Runs a load and says what each of its units cost: rates suffer from others on the machine, processor time does not.
 *
 * @param {{ databaseMs: () => Promise<number | undefined>, serverMs?: () => Promise<number> }} meters
 * @param {() => Promise<{ perSecond: number, units: number }>} load
 * @returns {Promise<Reading>}
 */
export async function metered({ databaseMs, serverMs }, load) {
  const read = () => Promise.all([databaseMs(), serverMs?.()])
  const before = await read()
  const { perSecond, units } = await load()
  const after = await read()
  const [database, server] = after.map((ms, each) =>
    ms === undefined || before[each] === undefined ? undefined : (ms - before[each]) / units,
  )
  return { perSecond, databaseMs: database, serverMs: server }
}
