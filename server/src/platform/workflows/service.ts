import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { assertPlatformRole } from '../../authorization/guard.ts'
import { outranks } from '../../authorization/matrix.ts'
import type { Principal } from '../../authorization/principal.ts'
import { byId, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import type { GivenUp, JobStep, Jobs } from '../../jobs/jobs.ts'
import type { Progress } from '../../jobs/shapes.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { GivenUpQuery, GivenUpWork, StalledWork, Workflow } from './schema.ts'

interface Dependencies {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'status' | 'steps'>
  /** Port: the source of the catalog; while it is `off` nothing can be synchronized. */
  readonly aggregator: { readonly mode: string }
  /** Port: work started for a store. Its progress; undefined for callers who may not see it. */
  readonly ofStore: { progress(tx: Tx<'authenticated'>, id: string): Promise<Progress | undefined> }
}

export type WorkflowsService = ReturnType<typeof workflowsService>

/**
 * Durable work, seen and started by platform staff; a store sees its own. The requester is audited in
 * the transaction that queues the work; the work itself is the same as the nightly one. Work that fails all attempts waits in a
 * queue until it is started again or dismissed. Owns platform.given_up_work; the engine has its own tables.
 */
export function workflowsService({ database, jobs, aggregator, ofStore }: Dependencies) {
  /** @throws Problem `not_found` · `forbidden` (a role without access to any work) · `mfa_required` */
  const workflow = async (grant: Grant<'authenticated'>, id: string): Promise<Workflow> => {
    const progress = await database.read(grant, async (tx) => {
      const found = isUuid(id) ? await ofStore.progress(tx, id) : undefined
      if (found === undefined) assertMaySeeAny(tx.principal)
      return found
    })
    const { merchantId, ...status } = (await jobs.status(id)) ?? absent()
    // A caller without access as store staff must be platform staff: for a merchant's work, overseeing the
    // merchant.
    if (progress === undefined && !(await database.read(grant, (tx) => queries.oversees(tx, merchantId))))
      absent()
    return { ...status, progress: progress ?? null }
  }

  /** @throws Problem as `workflow` */
  const steps = async (grant: Grant<'authenticated'>, id: string): Promise<{ items: JobStep[] }> => {
    await workflow(grant, id)
    return { items: (await jobs.steps(id)) ?? [] }
  }

  /**
   * Queues a synchronization of the catalog, which concerns every merchant; returns the id to follow.
   *
   * @throws Problem `forbidden` (a confined administrator) · `aggregator_unavailable` (switched off: nothing
   * is queued)
   */
  const syncCatalog = async (grant: Grant<'platform:operator'>): Promise<{ workflowId: string }> => {
    const workflowId = uuid()
    await database.write(grant, async (tx) => {
      await queries.assertOverseesAll(tx)
      if (aggregator.mode === 'off') {
        throw new Problem('aggregator_unavailable', {
          detail: 'VAS_AGGREGATOR_MODE is unset: there is no product list to read. Nothing was started.',
        })
      }
      return queries.requestSync(tx, workflowId)
    })
    return { workflowId }
  }

  /** Work that has failed all its attempts, newest first. @throws Problem `invalid_cursor` */
  const givenUp = (grant: Grant<'platform:operator'>, query: GivenUpQuery) =>
    database.read(grant, (tx) => {
      const { limit, cursor, ...filter } = query
      const asked = { list: 'given up work', narrowedBy: [filter], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.givenUp(tx, { ...filter, ...range }))
    })

  /**
   * Stalled work: there is no worker, or none makes progress. @throws Problem `forbidden` (confined to some
   * merchants)
   */
  const stalled = (grant: Grant<'platform:operator'>): Promise<StalledWork[]> =>
    database.read(grant, queries.stalled)

  /**
   * Starts it again, with all its attempts, as a new run. @throws Problem `not_found` · `invalid_transition`
   */
  const retry = (grant: Grant<'platform:operator'>, id: string): Promise<GivenUpWork> =>
    database.write(grant, (tx) => queries.decide(tx, id, 'RETRIED', null))

  /** Dismisses it from the queue. @throws Problem `not_found` · `invalid_transition` */
  const dismiss = (grant: Grant<'platform:operator'>, id: string, reason: string): Promise<GivenUpWork> =>
    database.write(grant, (tx) => queries.decide(tx, id, 'DISMISSED', reason))

  return { workflow, steps, syncCatalog, givenUp, stalled, retry, dismiss }
}

/**
 * Called by the engine when work has failed all its attempts: creates an entry of the queue and an audit row.
 */
export function noteGivenUp(database: Database): (work: GivenUp) => Promise<void> {
  return async (work) => {
    await database.worker((tx) => queries.noteGivenUp(tx, work))
  }
}

/**
 * Staff may see any work of merchants that they oversee. For work of other stores, callers who may start some
 * get not_found.
 *
 * @throws Problem `not_found` · `forbidden` · `mfa_required`
 */
function assertMaySeeAny(principal: Principal): void {
  const { labels, memberships } = principal
  const isStaff = labels.includes('platformOperator') || labels.includes('platformAdmin')
  if (isStaff && principal.labelsAct) return
  if (memberships.some(({ role }) => outranks(role, 'supervisor'))) absent()
  assertPlatformRole(labels, 'operator')
  throw new Problem('mfa_required', { detail: 'Sign in again with a second-factor code.' })
}

function absent(): never {
  throw new Problem('not_found')
}
