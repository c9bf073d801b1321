import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Dashboard, RollUp, Rollup, SalesQuery, SalesReport } from './schema.ts'

export type ReportingService = ReturnType<typeof reportingService>

const rowsShown = 1_000
const longestDays = 366
/** Of each list on a dashboard. */
const itemsShown = 20

/** Where a report looks, and whether what goods cost and services earn is in it. */
interface Reach extends queries.Asked {
  readonly showsMargins: boolean
}

/**
 * What was sold: whole stores to their supervisors and managers, a shift to whoever had it.
 * Everything is computed from history; a day that is over is written down once, and again only when something came
 * late, so that a report over hundreds of stores adds up days and not sales.
 * Owns pos.daily_sales_rollups; reads what other domains wrote, under the caller's own row permissions.
 */
export function reportingService({ database }: { database: Database }) {
  /** @throws Problem `invalid_request` · `forbidden` · `not_found` */
  const sales = (grant: Grant<'rows'>, query: SalesQuery, limit = rowsShown): Promise<SalesReport> =>
    database.read(grant, async (tx) => {
      assertPeriod(query)
      const { showsMargins, ...asked } = await reachOf(tx, query)
      const report = await queries.salesReport(tx, asked, query.by, limit)
      return {
        by: query.by,
        shiftId: asked.shiftId ?? null,
        storeCount: asked.places.length,
        ...report,
        ...(!showsMargins && {
          rows: report.rows.map(queries.withoutMargins),
          totals: queries.withoutMargins(report.totals),
        }),
      }
    })

  /** How the stores stand whose figures the caller reads, or the one named. @throws Problem `forbidden` */
  const dashboard = (grant: Grant<'rows'>, storeId: string | undefined): Promise<Dashboard> =>
    database.read(grant, async (tx) => {
      const places = await queries.reportedPlaces(tx, scopeOf(tx, storeId).places)
      if (places.length === 0) throw tooMuch()
      return queries.dashboard(tx, places, itemsShown)
    })

  /** Writes a day of the store down now; today is not over and may come to more. @throws Problem `invalid_request` */
  const rollUp = (grant: Grant<'store:supervisor'>, { businessOn }: RollUp): Promise<Rollup> =>
    database.write(grant, (tx) => queries.rollUp(tx, tx.storeActor(), businessOn))

  return { sales, dashboard, rollUp }
}

/** @throws Problem `invalid_request` */
function assertPeriod({ from, to }: { from?: string; to?: string }): void {
  if (from === undefined || to === undefined) return
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (days >= 0 && days < longestDays) return
  const message = days < 0 ? 'is before from' : `is more than ${longestDays} days after from`
  throw new Problem('invalid_request', { errors: [{ path: '/to', message }] })
}

/**
 * The stores whose figures the caller may read, or the one shift: the one named, and for somebody who reads no store's
 * the own open one or the last.
 */
async function reachOf(tx: Tx<'rows'>, { storeId, shiftId, from, to }: SalesQuery): Promise<Reach> {
  const scope = scopeOf(tx, storeId)
  const whole = await queries.reportedPlaces(tx, scope.places)
  if (shiftId !== undefined) {
    const { from, to, ...shift } = await queries.shift(tx, scope, shiftId)
    const showsMargins = whole.some((place) => place.storeId === shift.storeId)
    return { places: [shift], from, to, shiftId, showsMargins }
  }
  if (whole.length > 0) return { places: whole, from, to, showsMargins: true }
  if (scope.places.length === 0 || from !== undefined || to !== undefined) throw tooMuch()
  const own = tx.principal.memberships.filter((each) => storeId === undefined || each.storeId === storeId)
  const last = await queries.lastShift(
    tx,
    own.map(({ membershipId }) => membershipId),
  )
  if (last === undefined) return { places: [], from, to, showsMargins: false }
  return { places: [last], from: last.from, to: last.to, shiftId: last.shiftId, showsMargins: false }
}

function tooMuch(): Problem {
  return new Problem('forbidden', {
    detail:
      'Days of a store are for its supervisors and managers. Without from and to, you get your own shift.',
    extras: { requiredRole: 'store:supervisor' },
  })
}
