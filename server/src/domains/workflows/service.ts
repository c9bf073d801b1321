import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import type { JobStatus, JobStep, Jobs } from '../../jobs/jobs.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'

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
 * Owns no table: the engine keeps its own.
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

  return { workflow, steps, syncCatalog }
}

function absent(): never {
  throw new Problem('not_found')
}
