import type pg from 'pg'
import type { Route } from '../src/http/route.ts'
import { faultsOf, leavesTrace, type Written } from './audit-law.ts'
import { patient } from './patience.ts'

/** A request that may leave audit rows, as the server's log tells of it. */
interface Answered {
  readonly requestId: string
  readonly route: Route
  readonly status: number
}

/** The requests of one server that may leave audit rows, until they are held against the audit log. */
export interface AuditTrail {
  /** A line of the server's log. */
  read(line: string): void
  /** A test has sent a request, perhaps with a key that makes a repetition harmless. */
  sent(key: string | undefined, headers: Headers): void
  /** Stops the server, checks the rest, and forgets the server. */
  end(stop: () => Promise<unknown>): Promise<void>
}

interface Kept extends AuditTrail {
  /** The requests since the last call, each with the actions that carry its id. */
  told(): Promise<readonly Told[]>
}

type Told = Answered & { readonly rows: readonly Written[] }

const trails = new Set<Kept>()

/** The key that each request since the last check was sent with. */
const keyOf = new Map<string, string>()

/** Keys of earlier checks. One may be repeated at another server of the same database, or of a copy of it. */
const keysBefore = new Set<string>()

/** @throws Error that names each request since the last call that has left other audit rows than it should */
export async function checkAuditTrails(): Promise<void> {
  const told = (await Promise.all([...trails].map((trail) => trail.told()))).flat()
  const faults = acts(told).flatMap(({ route, status, rows }) => faultsOf(route, status, rows))
  for (const key of keyOf.values()) keysBefore.add(key)
  keyOf.clear()
  if (faults.length > 0)
    throw new Error(`The audit log does not tell what was done:\n${[...new Set(faults)].join('\n')}`)
}

/**
 * Writes with one key are one act, whose rows one of them has left, perhaps one whose answer was lost. An act that was done
 * before the last check leaves nothing.
 */
function acts(told: readonly Told[]): readonly Told[] {
  const byAct = new Map<string, Told[]>()
  for (const each of told) {
    const isRefused = each.status >= 400 && each.status < 500
    const isRead = each.route.method === 'GET'
    const act = (isRefused || isRead ? undefined : keyOf.get(each.requestId)) ?? each.requestId
    byAct.set(act, [...(byAct.get(act) ?? []), each])
  }
  return [...byAct].flatMap(([act, same]) => {
    const rows = same.flatMap((each) => each.rows)
    const answered = same.find(({ status }) => status < 400) ?? (same[0] as Told)
    return keysBefore.has(act) && rows.length === 0 ? [] : [{ ...answered, rows }]
  })
}

/**
 * Holds every request that writes or takes a file out against the rows of the audit log that carry its id (audit-law.ts). What was
 * requested comes from the server's log, so it does not matter who has sent it, and there is one query for each test.
 */
export function auditTrail(admin: pg.Pool, routes: readonly Route[]): AuditTrail {
  // Routes of operation write nothing; those that a test has made for itself are among them.
  const traced = routes.filter((route) => route.tag !== 'operation' && leavesTrace(route))
  const byPath = new Map(traced.map((route) => [loggedAs(route), route]))
  let answered: Answered[] = []
  let sinceMs = 0
  const trail: Kept = {
    read(line) {
      if (!line.includes('"msg":"request"')) return
      const { reqId: requestId, method, route: path, status } = JSON.parse(line)
      const route = byPath.get(`${method} ${path}`)
      if (route === undefined) return
      if (answered.length === 0) sinceMs = Date.now()
      answered.push({ requestId, route, status })
    },
    sent(key, headers) {
      if (key !== undefined) keyOf.set(headers.get('x-request-id') ?? '', key)
    },
    async told() {
      const batch = answered
      answered = []
      if (batch.length === 0) return []
      const rows = await rowsOf(admin, batch, sinceMs)
      return batch.map((each) => ({
        ...each,
        rows: rows.filter(({ requestId }) => requestId === each.requestId),
      }))
    },
    async end(stop) {
      await stop()
      await checkAuditTrails().finally(() => trails.delete(trail))
    },
  }
  trails.add(trail)
  return trail
}

const loggedAs = ({ method, path }: Route) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`

/** Searches no rows that were written before the longest request can have begun. */
async function rowsOf(admin: pg.Pool, batch: readonly Answered[], sinceMs: number) {
  const { rows } = await admin.query<Written & { requestId: string }>(
    `select request_id as "requestId", action, entity_id as "entityId", before is not null as "hasBefore", after is not null as "hasAfter"
       from audit.log where id >= app.first_uuid_at($1) and request_id = any ($2)`,
    [new Date(sinceMs - patient(12_000)), batch.map(({ requestId }) => requestId)],
  )
  return rows
}
