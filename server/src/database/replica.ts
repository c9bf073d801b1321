import type { Priority } from '../authorization/priority.ts'
import { Problem } from '../problem/problem.ts'
import { asProblem, isOutdatedPlan, isRetriable, outageOf } from './errors.ts'
import { sql } from './sql.ts'
import { type Log, type Misfit, misfitOf, ofPrimary, ofStandby, type StandbyLog } from './standby.ts'
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
export interface Standing extends Log {
  readonly context: Readonly<Record<string, string>>
  /** Position in the log up to which everything is committed. */
  readonly lsn: string
  /** Rows are on several nodes, of which a standby of the coordinator has none. */
  readonly isSpread: boolean
}

export const standingOf = async <A extends TxAccess>(tx: Tx<A>): Promise<Standing> =>
  tx.one(sql<Standing>`
    select (select coalesce(jsonb_object_agg(name, coalesce(current_setting(name, true), '')), '{}')
              from unnest(${contextSettings}::text[]) name) as "context",
           pg_current_wal_flush_lsn()::text as "lsn", ${ofPrimary}, app.is_spread() as "isSpread"
      from pg_control_system()`)

/** The replica cannot read as the primary would; the message says why. */
class Unfit extends Error {
  override readonly name = 'Unfit'
}

const misfits: Readonly<Record<Misfit, string>> = {
  otherDatabase: 'it is not a standby of this database',
  notStandby: 'it is a primary itself, or was promoted',
  otherTimeline: 'it is on another timeline than the primary, which was restored or promoted',
}

/** The primary could not be asked, which is no fault of the replica. The caller gets the cause. */
class PrimaryFault extends Error {
  override readonly name = 'PrimaryFault'
}

export type Replica = ReturnType<typeof createReplica>

/**
 * A standby server that reads reports and files, so that they take nothing from tills. It decides nothing: the primary
 * has settled the caller, and a read waits until the standby has everything that was committed by then. When it cannot,
 * the primary reads, and the replica is left alone for some seconds.
 *
 * @param isWritten asks the primary whether its log reaches so far, with the priority of the read
 * @param onChange called with the reason when the replica cannot be used, and with `undefined` when it can again
 */
export function createReplica(
  runner: Runner,
  isWritten: (lsn: string, priority: Priority) => Promise<boolean>,
  onChange: (fault: string | undefined) => void = () => {},
) {
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
        await takeOver(send, standing, (lsn) =>
          isWritten(lsn, priority).catch((cause: unknown) => {
            throw new PrimaryFault('the primary was not reached', { cause })
          }),
        )
        return work(send)
      })
      note(undefined)
      return { answer }
    } catch (error) {
      if (error instanceof PrimaryFault) throw error.cause
      const fault = faultOf(error)
      if (fault === undefined) throw asProblem(error)
      note(fault)
      return undefined
    }
  }

  return { takes, read, isUsed: () => isUsed, close: () => runner.from.end() }
}

/** Makes the transaction the caller's, as soon as the standby has everything. */
async function takeOver(
  send: Send,
  standing: Standing,
  isWritten: (lsn: string) => Promise<boolean>,
): Promise<void> {
  const { context, lsn, isSpread } = standing
  if (isSpread) throw new Unfit('rows are on several nodes, and a replica is of one')
  const startedAtMs = performance.now()
  for (;;) {
    const [found] = (await send(look, [lsn])) as [StandbyLog & { readonly hasAll: boolean | null }]
    const misfit = misfitOf(standing, found)
    if (misfit !== undefined) throw new Unfit(misfits[misfit])
    const { replayed, hasAll } = found
    if (hasAll === true && replayed !== null) {
      // Usually the primary has gone on meanwhile.
      if (replayed !== lsn && !(await isWritten(replayed)))
        throw new Unfit('it is ahead of the primary, which was restored')
      break
    }
    if (performance.now() - startedAtMs > patienceMs) throw new Unfit('it is behind the primary')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await send('select set_config(key, value, true) from jsonb_each_text($1)', [JSON.stringify(context)])
}

const look = `select ${ofStandby}, pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll"
  from pg_control_system(), pg_control_recovery()`

/** Whether the primary's log reaches so far. */
export const hasWritten = (primary: Runner, lsn: string, priority: Priority): Promise<boolean> =>
  transaction(primary, { begin: readOnly, priority }, async (client) => {
    const send = sender(client, primary.isPooled)
    const [found] = await send('select pg_current_wal_insert_lsn() >= $1::pg_lsn as "isWritten"', [lsn])
    return (found as { isWritten: boolean }).isWritten
  })

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
