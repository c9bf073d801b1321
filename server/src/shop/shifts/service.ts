import type { Grant } from '../../authorization/grant.ts'
import { type Order, type Page, pageOf, viewed } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import { reportText } from './report-text.ts'
import type {
  CashMovement,
  CashMovementOrder,
  CloseShift,
  Drawer,
  DrawerReport,
  DrawersQuery,
  OpenShift,
  Shift,
  ShiftReport,
} from './schema.ts'

const newestFirst: Order<{ readonly key: string; readonly id: string }, 'key' | 'id'> = {
  keys: { key: 'instant', id: 'uuid' },
  of: ({ key, id }) => ({ key, id }),
}

export type ShiftsService = ReturnType<typeof shiftsService>

/**
 * Shifts: who is responsible for the cash in a drawer, from its float to its count. A member and a terminal
 * each have one open shift at a time. Sales, refunds and cash movements during a shift are in its report, and
 * a closed shift accepts nothing more, also for concurrent requests. Owns shop.shifts, cash_movements,
 * shift_reports, folios.
 */
export function shiftsService({ database }: { database: Database }) {
  /** @throws Problem `shift_open` · `terminal_in_use` · `not_found` · `terminal_disabled` · `idempotency_key_reused` */
  const open = (
    grant: Grant<'store:cashier'>,
    order: OpenShift,
    key: string | undefined,
  ): Promise<Once<Shift>> =>
    database.write(grant, (tx) => {
      const actor = tx.storeActor()
      const request = { ...order, storeId: actor.storeId }
      return once(tx, { route: 'POST /pos/shifts', key, actor, request }, () =>
        queries.open(tx, actor, order),
      )
    })

  /** The caller's open shift in the store, if any. */
  const current = (grant: Grant<'store:cashier'>): Promise<Shift | null> =>
    database.read(grant, async (tx) => (await queries.current(tx, tx.storeActor())) ?? null)

  /**
   * Puts cash into a drawer, takes some out, or records that it is opened without a sale: cashiers in their own
   * shift, supervisors and managers in any of the store.
   *
   * @throws Problem `forbidden` · `not_found` · `shift_closed` · `invalid_transition` (nothing is owed for the given sale)
   * · `insufficient_cash` · `idempotency_key_reused`
   */
  const moveCash = (
    grant: Grant<'store:cashier'>,
    id: string,
    order: CashMovementOrder,
    key: string | undefined,
  ): Promise<Once<CashMovement>> =>
    database.write(grant, async (tx) => {
      const shift = await shiftToChange(tx, id)
      const route = 'POST /pos/shifts/{id}/cash_movements'
      return once(tx, { route, key, actor: tx.storeActorIn(shift.storeId), request: { id, ...order } }, () =>
        queries.moveCash(tx, shift, order),
      )
    })

  /**
   * Closes a drawer with its count: cashiers their own shift, supervisors and managers any of the store. Its Z report
   * is mailed to the store's addresses.
   *
   * @throws Problem `not_found` · `invalid_request` · `difference_reason_required` · `shift_closed` ·
   * `idempotency_key_reused`
   */
  const close = (
    grant: Grant<'store:cashier'>,
    id: string,
    count: CloseShift,
    key: string | undefined,
  ): Promise<Once<ShiftReport>> =>
    database.write(grant, async (tx) => {
      const shift = await shiftToChange(tx, id)
      assertOneCount(count)
      const actor = tx.storeActorIn(shift.storeId)
      const asked = { route: 'POST /pos/shifts/{id}/close', key, actor, request: { id, ...count } }
      return once(tx, asked, async () => {
        const report = await queries.close(tx, shift, count)
        const place = await queries.placeOf(tx, shift)
        if (place.addresses.length > 0) {
          const closed = await queries.shift(tx, scopeOf(tx), id)
          await queries.mailReport(tx, closed, report, reportText(closed, report, place))
        }
        return report
      })
    })

  /**
   * The totals of a drawer: so far, or as of its close. @throws Problem `not_found` · `counted_blind`
   */
  const report = (grant: Grant<'rows'>, id: string): Promise<DrawerReport> =>
    database.read(grant, async (tx) => {
      const { merchantId, ...shift } = await queries.shift(tx, scopeOf(tx), id)
      const written = await queries.report(tx, { merchantId, ...shift })
      if (written === undefined) {
        if (await queries.isCountedBlind(tx, { merchantId, ...shift })) throw new Problem('counted_blind')
        return { shift, totals: await queries.totals(tx, { merchantId, ...shift }), closing: null }
      }
      const { id: reportId, folio, countedCentavos, differenceCentavos, differenceReason } = written
      const { totals, denominations } = written
      const closing = {
        reportId,
        folio,
        countedCentavos,
        differenceCentavos,
        differenceReason,
        denominations,
      }
      return { shift, totals, closing }
    })

  /** A page of shifts, newest first, each with its count. @throws Problem `invalid_cursor` */
  const drawers = (grant: Grant<'rows'>, query: DrawersQuery): Promise<Page<Drawer>> =>
    database.read(grant, async (tx) => {
      const { storeId, limit, cursor, ...wanted } = query
      const asked = { list: 'drawers', narrowedBy: [storeId, wanted], limit, cursor }
      const page = await pageOf(tx, asked, newestFirst, (range) =>
        queries.drawers(tx, scopeOf(tx, storeId), wanted, range),
      )
      return viewed(page, ({ key: _key, ...drawer }) => drawer)
    })

  return { open, current, moveCash, close, report, drawers }
}

/** @throws Problem `invalid_request` */
function assertOneCount({ denominations, countedCentavos }: CloseShift): void {
  if ((denominations === undefined) !== (countedCentavos === undefined)) return
  const message =
    denominations === undefined ? 'is required without countedCentavos' : 'excludes countedCentavos'
  throw new Problem('invalid_request', { errors: [{ path: '/denominations', message }] })
}

/**
 * A shift that the caller can see, in a store where they act. @throws Problem `not_found` ·
 * `merchant_suspended`
 */
async function shiftToChange(tx: Tx<'store:cashier' | 'rows'>, id: string): Promise<queries.PlacedShift> {
  const shift = await queries.shift(tx, scopeOf(tx), id)
  tx.storeActorIn(shift.storeId)
  return shift
}
