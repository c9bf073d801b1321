import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { assertPlatformRole } from '../../authorization/guard.ts'
import { outranks } from '../../authorization/matrix.ts'
import type { Principal } from '../../authorization/principal.ts'
import { byId, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import type { GivenUp, JobStep, Jobs } from '../../jobs/jobs.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { GivenUpQuery, GivenUpWork, Progress, StalledWork, Workflow } from './schema.ts'

interface Dependencies {
  readonly database: Database
  readonly jobs: Jobs
  /** Name of the job that brings the catalog up to date. */
  readonly catalogSync: string
  /** Port: where the catalog comes from; while it is `off` nothing can be synchronised. */
  readonly aggregator: { readonly mode: string }
  /** Port: work that was started for a store. Its progress, or undefined for whoever may not see that work. */
  readonly ofStore: { progress(tx: Tx<'authenticated'>, id: string): Promise<Progress | undefined> }
}

export type WorkflowsService = ReturnType<typeof workflowsService>

/**
 * Durable work, seen and started by the platform's staff; a store sees its own.
 * Who asked is audited before the work is queued; the work itself is the same as the nightly one.
 * What has spent its attempts waits in a queue, until somebody starts it again or leaves it.
 * Owns platform.given_up_work; the engine keeps tables of its own.
 */
export function workflowsService({ database, jobs, catalogSync, aggregator, ofStore }: Dependencies) {
  /** @throws Problem `not_found` · `forbidden` (a role that sees no work at all) · `mfa_required` */
  const workflow = async (grant: Grant<'authenticated'>, id: string): Promise<Workflow> => {
    const progress = await database.read(grant, async (tx) => {
      const found = isUuid(id) ? await ofStore.progress(tx, id) : undefined
      if (found === undefined) assertMaySeeAny(tx.principal)
      return found
    })
    const { merchantId, ...status } = (await jobs.status(id)) ?? absent()
    // Who has seen no progress of a store's work is staff: of a merchant's work, as far as it oversees the merchant.
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
   * Queues a synchronisation of the catalog, which is every merchant's; answers the id to follow it by.
   *
   * @throws Problem `forbidden` (who oversees some merchants alone) · `aggregator_unavailable` (switched off: nothing is queued)
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
      return queries.auditSync(tx, workflowId)
    })
    await jobs.enqueue(catalogSync, workflowId)
    return { workflowId }
  }

  /** Work that has spent its attempts, newest first. @throws Problem `invalid_cursor` */
  const givenUp = (grant: Grant<'platform:operator'>, query: GivenUpQuery) =>
    database.read(grant, (tx) => {
      const { limit, cursor, ...filter } = query
      const asked = { list: 'given up work', narrowedBy: [filter], limit, cursor }
      return pageOf(tx, asked, byId, ({ limit, after }) =>
        queries.givenUp(tx, { ...filter, limit, before: after?.id }),
      )
    })

  /** Work that does not move: no worker lives, or none gets on. @throws Problem `forbidden` (confined to some merchants) */
  const stalled = (grant: Grant<'platform:operator'>): Promise<StalledWork[]> =>
    database.read(grant, queries.stalled)

  /** Starts it again, with all its attempts, as a run of its own. @throws Problem `not_found` · `invalid_transition` */
  const retry = (grant: Grant<'platform:operator'>, id: string): Promise<GivenUpWork> =>
    database.write(grant, (tx) => queries.decide(tx, id, 'RETRIED', null))

  /** Takes it out of the queue. @throws Problem `not_found` · `invalid_transition` */
  const dismiss = (grant: Grant<'platform:operator'>, id: string, reason: string): Promise<GivenUpWork> =>
    database.write(grant, (tx) => queries.decide(tx, id, 'DISMISSED', reason))

  return { workflow, steps, syncCatalog, givenUp, stalled, retry, dismiss }
}

/** What the engine tells when work has spent its attempts: an entry of the queue, and an audit row. */
export function noteGivenUp(database: Database): (work: GivenUp) => Promise<void> {
  return async (work) => {
    await database.worker((tx) => queries.noteGivenUp(tx, work))
  }
}

/**
 * Staff sees any work of merchants that it oversees. Of work that is not their store's, those who may start some learn that there is none.
 *
 * @throws Problem `not_found` · `forbidden` · `mfa_required`
 */
function assertMaySeeAny(principal: Principal): void {
  const { labels, memberships } = principal
  const isStaff = labels.includes('platformOperator') || labels.includes('platformAdmin')
  if (isStaff && principal.labelsAct) return
  if (memberships.some(({ role }) => outranks(role, 'supervisor'))) absent()
  assertPlatformRole(labels, 'operator')
  throw new Problem('mfa_required', { detail: 'Sign in again with a code of your second factor.' })
}

function absent(): never {
  throw new Problem('not_found')
}
