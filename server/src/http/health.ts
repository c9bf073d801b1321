import { Type } from '../json-schema.ts'
import { Problem } from '../problem/problem.ts'
import type { Draining } from './draining.ts'
import { ok, type Route, route } from './route.ts'
import { closed, named, oneOf } from './shapes.ts'

/** A condition of readiness: returns what is wrong, or nothing. */
export type ReadinessCheck = () => Promise<readonly string[]>

/**
 * `/healthz`: the process is alive. `/readyz`: whether it can serve requests, or why not.
 *
 * @param states of a process that serves: whether the database was restored, and whether it lets the worker's login in
 */
export function healthRoutes(
  checks: readonly ReadinessCheck[],
  states: { isRestored(): Promise<boolean>; isWorkerLetIn(): Promise<boolean> },
  draining: Draining,
): Route[] {
  /** Whether the database was restored is read with the worker's login. */
  const statusOf = async () => {
    if (!(await states.isWorkerLetIn())) return 'worker_refused'
    return (await states.isRestored()) ? 'restored' : 'ok'
  }
  const Status = named('Health', Type.Object({ status: Type.Literal('ok') }, closed))
  const Readiness = named(
    'Readiness',
    Type.Object(
      {
        status: oneOf(
          ['ok', 'restored', 'worker_refused'],
          'restored: it serves, but the database was restored and has to be reconciled before the platform opens. ' +
            'worker_refused: it serves, but the database does not let the worker’s login in, so services are not sold',
        ),
      },
      closed,
    ),
  )
  return [
    route({
      method: 'GET',
      path: '/healthz',
      name: 'getHealth',
      summary: 'Check that the process is alive',
      tag: 'operation',
      access: 'public',
      limit: 'probe',
      responses: { 200: Status },
      handle: async () => ok({ status: 'ok' }),
    }),
    route({
      method: 'GET',
      path: '/readyz',
      name: 'getReadiness',
      summary: 'Check readiness: database reachable and migrated, login role safe, key present',
      tag: 'operation',
      access: 'public',
      limit: 'probe',
      responses: { 200: Readiness },
      problems: ['not_ready'],
      handle: async () => {
        const faults = draining.hasBegun()
          ? ['the process is stopping']
          : (await Promise.all(checks.map((check) => check()))).flat()
        if (faults.length === 0) return ok({ status: await statusOf() })
        throw new Problem('not_ready', {
          detail: faults.join('; '),
          errors: faults.map((message) => ({ path: '', message })),
          retryAfterSeconds: 5,
        })
      },
    }),
  ]
}
