import type { Priority } from '../authorization/priority.ts'
import { Problem } from '../problem/problem.ts'
import { asProblem, isOutdatedPlan, isRetriable, outageOf } from './errors.ts'
import { sql } from './sql.ts'
import { type Runner, readOnly, sender, transaction } from './transaction.ts'
import type { Send, Tx, TxAccess } from './tx.ts'

/** How long a report waits until the replica has what the primary had committed when it was asked for. */
const patienceMs = 500
const pauseMs = 10
/** How long nothing is asked of a replica that was behind, or did not answer. */
const restMs = 5_000

/** The settings in which `app.authenticate` keeps the caller. */
export const contextSettings = [
  'app.creatable',
  'app.readable',
  'app.updatable',
  'app.deletable',
  'app.account_id',
  'app.terminal_id',
  'app.session_id',
  'app.acts_by_key',
  'app.merchants',
  'app.request_id',
  'app.overseen',
  'app.platform',
] as const

/** The caller as the primary has settled it, and what a standby must have to read as the primary would. */
export interface Standing {
  readonly context: Readonly<Record<string, string>>
  /** Position in the log up to which everything is committed. */
  readonly lsn: string
  readonly system: string
  /** Rows are on several nodes, of which a standby of the coordinator has none. */
  readonly isSpread: boolean
}

export const standingOf = async <A extends TxAccess>(tx: Tx<A>): Promise<Standing> =>
  tx.one(sql<Standing>`
    select (select coalesce(jsonb_object_agg(name, coalesce(current_setting(name, true), '')), '{}')
              from unnest(${contextSettings}::text[]) name) as "context",
           pg_current_wal_flush_lsn()::text as "lsn", coalesce(system_identifier::text, '') as "system", app.is_spread() as "isSpread"
      from pg_control_system()`)

/** The replica cannot read as the primary would; the message says why. */
class Unfit extends Error {
  override readonly name = 'Unfit'
}

export type Replica = ReturnType<typeof createReplica>

/**
 * A standby server that reads reports and files, so that they take nothing from tills. It decides nothing: the primary
 * has settled the caller, and a read waits until the standby has everything that was committed by then. When it cannot,
 * the primary reads, and the replica is left alone for some seconds.
 *
 * @param onChange called with the reason when the replica cannot be used, and with `undefined` when it can again
 */
export function createReplica(runner: Runner, onChange: (fault: string | undefined) => void = () => {}) {
  let restsUntilMs = 0
  let isUsed = true

  const note = (fault: string | undefined): void => {
    if (fault !== undefined) restsUntilMs = performance.now() + restMs
    if (isUsed === (fault === undefined)) return
    isUsed = fault === undefined
    onChange(fault)
  }

  const takes = (priority: Priority): boolean =>
    (priority === 'report' || priority === 'export') && performance.now() >= restsUntilMs

  /** @returns undefined: the primary has to read */
  const read = async <T>(
    standing: Standing,
    priority: Priority,
    work: (send: Send) => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> => {
    try {
      const answer = await transaction(runner, { begin: readOnly, priority }, async (client) => {
        const send = sender(client, runner.isPooled)
        await takeOver(send, standing)
        return work(send)
      })
      note(undefined)
      return { answer }
    } catch (error) {
      const fault = faultOf(error)
      if (fault === undefined) throw asProblem(error)
      note(fault)
      return undefined
    }
  }

  return { takes, read, isUsed: () => isUsed, close: () => runner.from.end() }
}

/** Makes the transaction the caller's, as soon as the standby has everything. */
async function takeOver(send: Send, { context, lsn, system, isSpread }: Standing): Promise<void> {
  if (isSpread) throw new Unfit('rows are on several nodes, and a replica is of one')
  const startedAtMs = performance.now()
  for (;;) {
    const [found] = (await send(look, [lsn])) as [
      { isStandby: boolean; system: string; hasAll: boolean | null },
    ]
    if (found.system !== system) throw new Unfit('it is not a standby of this database')
    if (!found.isStandby) throw new Unfit('it is a primary itself, or was promoted')
    if (found.hasAll === true) break
    if (performance.now() - startedAtMs > patienceMs) throw new Unfit('it is behind the primary')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await send('select set_config(key, value, true) from jsonb_each_text($1)', [JSON.stringify(context)])
}

const look = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll",
  (select system_identifier::text from pg_control_system()) as "system"`

/** Why the primary has to read; undefined: it would answer the same. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof Unfit) return error.message
  // Too many reports are the replica's own queue: they wait, and take nothing from tills.
  if (error instanceof Problem)
    return error.code === 'database_unavailable' ? 'it cannot be reached' : undefined
  if (outageOf(error) !== undefined) return 'it cannot be reached'
  // PostgreSQL ends reads of rows that the primary has removed meanwhile.
  return isRetriable(error) || isOutdatedPlan(error) ? 'it has ended a read in favour of changes' : undefined
}
