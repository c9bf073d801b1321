import { reportedPlaces } from '../../collections/reported.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Period } from './schema.ts'

/** The stores or the shift of a report, and whether it includes costs and commissions. */
export interface Reach extends queries.Asked {
  readonly showsMargins: boolean
}

/**
 * The stores whose figures the caller may read, or one shift: the given one or, for callers who read no
 * store's figures, their own open one or the last.
 */
export async function reachOf(tx: Tx<'rows'>, { storeId, shiftId, from, to }: Period): Promise<Reach> {
  const scope = scopeOf(tx, storeId)
  const whole = await reportedPlaces(tx, scope.places)
  if (shiftId !== undefined) {
    const { from, to, ...shift } = known(await queries.shift(tx, scope, shiftId))
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
  known(last)
  return { places: [last], from: last.from, to: last.to, shiftId: last.shiftId, showsMargins: false }
}

/** @throws Problem `counted_blind` */
function known(shift: queries.ShiftSpan): queries.ShiftSpan {
  if (shift.isCountedBlind) throw new Problem('counted_blind')
  return shift
}

export function tooMuch(): Problem {
  return new Problem('forbidden', {
    detail:
      'Only supervisors and managers of a store can read its days. Without from and to, you get your own shift.',
    extras: { requiredRole: 'store:supervisor' },
  })
}
