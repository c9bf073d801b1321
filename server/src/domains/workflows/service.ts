import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { decodeCursor, encodeCursor, listName } from '../../collections/cursor.ts'
import type { Database } from '../../database/database.ts'
import type { GivenUp, JobStatus, JobStep, Jobs } from '../../jobs/jobs.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { GivenUpQuery, GivenUpWork } from './schema.ts'

interface Dependencies {
  readonly database: Database
  readonly jobs: Jobs
  /** Name of the job that brings the catalog up to date. */
  readonly catalogSync: string
}

export type WorkflowsService = ReturnType<typeof workflowsService>

/**
 * Durable work, seen and started by the platform's staff.
 * Who asked is audited before the work is queued; the work itself is the same as the nightly one.
 * What has spent its attempts waits in a queue, until somebody starts it again or leaves it.
 * Owns platform.given_up_work; the engine keeps tables of its own.
 */
export function workflowsService({ database, jobs, catalogSync }: Dependencies) {
  /** @throws Problem `not_found` */
  const workflow = async (grant: Grant<'platform:operator'>, id: string): Promise<JobStatus> => {
    await database.read(grant, async () => {})
    return (await jobs.status(id)) ?? absent()
  }

  /** @throws Problem `not_found` */
  const steps = async (grant: Grant<'platform:operator'>, id: string): Promise<{ items: JobStep[] }> => {
    await workflow(grant, id)
    return { items: (await jobs.steps(id)) ?? [] }
  }

  /** Queues a synchronisation of the catalog; answers the id to follow it by. */
  const syncCatalog = async (grant: Grant<'platform:operator'>): Promise<{ workflowId: string }> => {
    const workflowId = uuid()
    await database.write(grant, (tx) => queries.auditSync(tx, workflowId))
    await jobs.enqueue(catalogSync, workflowId)
    return { workflowId }
  }

  /** Work that has spent its attempts, newest first. @throws Problem `invalid_cursor` */
  const givenUp = (grant: Grant<'platform:operator'>, query: GivenUpQuery) =>
    database.read(grant, async (tx) => {
      const { limit, cursor, ...filter } = query
      const list = listName(['given up work', filter])
      const before = cursor === undefined ? undefined : decodeCursor(list, 'text', cursor).id
      const rows = await queries.givenUp(tx, { ...filter, limit: limit + 1, before })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        items: rows.slice(0, limit),
        nextCursor: last === undefined ? null : encodeCursor(list, { key: '', id: last.id }),
      }
    })

  /** Starts it again, with all its attempts, as a run of its own. @throws Problem `not_found` · `invalid_transition` */
  const retry = (grant: Grant<'platform:operator'>, id: string): Promise<GivenUpWork> =>
    database.write(grant, (tx) => queries.decide(tx, id, 'RETRIED', null))

  /** Takes it out of the queue. @throws Problem `not_found` · `invalid_transition` */
  const dismiss = (grant: Grant<'platform:operator'>, id: string, reason: string): Promise<GivenUpWork> =>
    database.write(grant, (tx) => queries.decide(tx, id, 'DISMISSED', reason))

  return { workflow, steps, syncCatalog, givenUp, retry, dismiss }
}

/** What the engine tells when work has spent its attempts: an entry of the queue, and an audit row. */
export function noteGivenUp(database: Database): (work: GivenUp) => Promise<void> {
  return async (work) => {
    await database.worker((tx) => queries.noteGivenUp(tx, work))
  }
}

function absent(): never {
  throw new Problem('not_found')
}
