import type { Grant } from '../../authorization/grant.ts'
import { merchantOf, scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { type Asked, type Once, once } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import type { TypedCredentials } from '../../shop/staff/schema.ts'
import type { StaffService } from '../../shop/staff/service.ts'
import * as queries from './queries.ts'
import type { Approval, AskApproval, Decision } from './schema.ts'

export type ApprovalsService = ReturnType<typeof approvalsService>

/**
 * Approvals of discounts, refunds and returns: a cashier requests, a supervisor or manager of the store
 * decides. An approval is valid only for its subject, expires, is used once, and nobody decides on their own
 * request, whatever role they have now. Callers who need no approval act directly, which is recorded as well.
 * Owns selling.approvals and, with the carts, selling.discounts.
 */
interface Dependencies {
  readonly database: Database
  readonly staff: Pick<StaffService, 'verifyEmployee'>
}

export function approvalsService({ database, staff }: Dependencies) {
  /**
   * Requests a discount, refund or return.
   *
   * @throws Problem `invalid_request` · `not_found` · `cart_closed` · `refund_exceeds` ·
   * `idempotency_key_reused`
   */
  const ask = (
    grant: Grant<'store:cashier'>,
    request: AskApproval,
    key: string | undefined,
  ): Promise<Once<Approval>> =>
    database.write(grant, (tx) => {
      assertFitting(request)
      const actor = async () => tx.storeActorIn(await queries.storeOf(tx, scopeOf(tx), request))
      const asked: Asked = { route: 'POST /pos/approvals', key, request, actor }
      return once(tx, asked, async () => {
        const id = await queries.ask(tx, await merchantOf(tx.principal, actor), request)
        return queries.approval(tx, scopeOf(tx), id)
      })
    })

  /**
   * Approves or rejects another person's request.
   *
   * @throws Problem `not_found` · `forbidden` · `self_approval` · `invalid_transition` · `approval_expired`
   */
  const decide = (
    grant: Grant<'store:supervisor'>,
    id: string,
    verdict: 'APPROVED' | 'REJECTED',
    { reason }: Decision,
  ): Promise<Approval> =>
    database.write(grant, async (tx) => {
      const { storeId } = await queries.approval(tx, scopeOf(tx), id)
      await queries.decide(tx, tx.storeActorIn(storeId), id, verdict, reason)
      return queries.approval(tx, scopeOf(tx), id)
    })

  /**
   * Approves in the name of a supervisor or manager who enters code and PIN at the cashier's till.
   *
   * @throws Problem as `decide` · `employee_locked` · `invalid_employee_code` · `pin_not_chosen` · `pin_expired` ·
   * `overloaded`
   */
  const approveAtTill = async (
    grant: Grant<'store:cashier'>,
    id: string,
    typed: TypedCredentials,
  ): Promise<Approval> => {
    const actor = await database.read(grant, async (tx) =>
      tx.storeActorIn((await queries.approval(tx, scopeOf(tx), id)).storeId),
    )
    const decider = await staff.verifyEmployee(grant, actor.storeId, typed)
    return database.write(grant, async (tx) => {
      await queries.decide(tx, actor, id, 'APPROVED', undefined, decider)
      return queries.approval(tx, scopeOf(tx), id)
    })
  }

  /**
   * Withdraws the caller's own request. @throws Problem `not_found` · `forbidden` · `invalid_transition` ·
   * `approval_expired`
   */
  const cancel = (grant: Grant<'store:cashier'>, id: string): Promise<Approval> =>
    database.write(grant, async (tx) => {
      const actor = tx.storeActorIn((await queries.approval(tx, scopeOf(tx), id)).storeId)
      await queries.cancel(tx, actor, id)
      return queries.approval(tx, scopeOf(tx), id)
    })

  return { ask, decide, approveAtTill, cancel }
}

/** The fields that belong to each type and scope. */
function assertFitting(request: AskApproval): void {
  const { type, scope, cartId, lineItemId, amountCentavos, percentageBps, orderId, lines, refundMethod } =
    request
  const isDiscount = type === 'DISCOUNT'
  const rules: readonly [string, boolean, unknown][] = [
    ['cartId', isDiscount, cartId],
    ['lineItemId', isDiscount && scope === 'LINE', lineItemId],
    ['amountCentavos', isDiscount && percentageBps === undefined, amountCentavos],
    ['percentageBps', isDiscount && amountCentavos === undefined, percentageBps],
    ['orderId', !isDiscount, orderId],
    ['lines', !isDiscount && scope === 'LINE', lines],
    // Optional: without it the money goes back to the original payments.
    ['refundMethod', !isDiscount && refundMethod !== undefined, refundMethod],
  ]
  const errors = rules
    .filter(([, isWanted, value]) => isWanted !== (value !== undefined))
    .map(([name, isWanted]) => ({
      path: `/${name}`,
      message: isWanted ? 'is required for this type and scope' : 'is not allowed for this type and scope',
    }))
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
}
