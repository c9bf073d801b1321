import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import type { BankAccountsService } from '../bank-accounts/service.ts'
import * as queries from './queries.ts'
import type {
  PayoutClabe,
  QueuedSettlement,
  Settlement,
  SettlementDecision,
  SettlementOrder,
  SettlementQuery,
  SettlementQueueQuery,
} from './schema.ts'

const route = 'POST /pos/settlements/requests'

interface Dependencies {
  readonly database: Database
  readonly bankAccounts: Pick<BankAccountsService, 'open'>
}

export type SettlementsService = ReturnType<typeof settlementsService>

/**
 * Payouts from the wallet: a manager requests, the wallet holds the amount, operators approve and pay by
 * SPEI. Payouts go only to verified merchants and verified bank accounts; nobody decides on their own
 * request; one transfer pays one settlement; step, posting and audit row are one transaction. Owns
 * money.settlements.
 */
export function settlementsService({ database, bankAccounts }: Dependencies) {
  /**
   * Requests a payout; its amount is held from now on.
   *
   * @throws Problem `not_found` (the bank account) · `merchant_unverified` · `idempotency_key_reused` ·
   * `bank_account_unverified` · `insufficient_funds`
   */
  const request = (
    grant: Grant<'store:manager'>,
    order: SettlementOrder,
    key: string | undefined,
  ): Promise<Once<Settlement>> =>
    database.write(grant, (tx) => {
      const actor = tx.storeActor()
      const asked = {
        route,
        key,
        actor,
        request: { ...order, storeId: actor.storeId },
        at: 'coordinator',
      } as const
      return once(tx, asked, () => queries.request(tx, actor, { ...order, id: uuid() }))
    })

  /** Settlements of the caller's merchants, newest first. @throws Problem `invalid_cursor` */
  const settlements = (grant: Grant<'rows'>, query: SettlementQuery) =>
    database.read(grant, (tx) => {
      const { storeId, status, limit, cursor } = query
      const asked = { list: 'settlements', narrowedBy: [storeId, status], limit, cursor }
      return pageOf(tx, asked, byId, (range) =>
        queries.settlements(tx, scopeOf(tx, storeId), { storeId, status }, range),
      )
    })

  /** @throws Problem `not_found` */
  const settlement = (grant: Grant<'rows'>, id: string): Promise<Settlement> =>
    database.read(grant, async (tx) => view(await queries.settlement(tx, scopeOf(tx), id)))

  /**
   * Cancels an undecided request; the money is released. @throws Problem `not_found` · `invalid_transition`
   */
  const cancel = (grant: Grant<'store:manager'>, id: string): Promise<Settlement> =>
    database.write(grant, async (tx) => {
      const { merchantId, storeId, bankAccount } = await queries.settlement(tx, scopeOf(tx), id)
      // The money belongs to the merchant: a manager of any of its stores may cancel.
      const place = tx.principal.memberships.find(
        (each) => each.merchantId === merchantId && each.role === 'manager',
      )
      return { ...(await queries.cancel(tx, tx.storeActorIn(place?.storeId ?? storeId), id)), bankAccount }
    })

  /** Settlements to decide or already decided, oldest first. @throws Problem `invalid_cursor` */
  const queue = (grant: Grant<'platform:operator'>, query: SettlementQueueQuery) =>
    database.read(grant, (tx) => {
      const { limit, cursor, claveRastreo, ...rest } = query
      const filter = { ...rest, claveRastreo: claveRastreo?.toUpperCase() }
      const asked = { list: 'settlement queue', narrowedBy: [filter], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.queue(tx, filter, range))
    })

  /**
   * Takes the next step.
   *
   * @throws Problem `not_found` · `forbidden` (the caller's own) · `merchant_suspended` ·
   * `merchant_unverified` · `invalid_request` (no reason, no tracking key) · `invalid_transition` ·
   * `bank_account_unverified` · `tracking_key_used`
   */
  const decide = (
    grant: Grant<'platform:operator'>,
    id: string,
    decision: SettlementDecision,
  ): Promise<QueuedSettlement> =>
    database.write(grant, async (tx) => {
      const { merchant, bankAccount } = await queries.queued(tx, id)
      const errors = faultsOf(decision)
      if (errors.length > 0) throw new Problem('invalid_request', { errors })
      // Banks print the key in capitals; people may type it in lower case.
      const verdict = { ...decision, claveRastreo: decision.claveRastreo?.toUpperCase() }
      return { ...(await queries.decide(tx, id, verdict)), merchant, bankAccount }
    })

  /**
   * The full CLABE, for the operator who sends the transfer; each reading is audited, without the CLABE.
   *
   * @throws Problem `not_found` · `forbidden` (the caller's own) · `settlement_not_processing` ·
   * `merchant_unverified` · `bank_account_unverified`
   */
  const readClabe = (grant: Grant<'platform:operator'>, id: string): Promise<PayoutClabe> =>
    database.write(grant, async (tx) => {
      await queries.queued(tx, id)
      const { amountCentavos, ...account } = await queries.readClabe(tx, id)
      return { settlementId: id, amountCentavos, ...bankAccounts.open(account) }
    })

  return { request, settlements, settlement, cancel, queue, decide, readClabe }
}

function view({ merchantId: _, ...settlement }: Settlement & { readonly merchantId: string }): Settlement {
  return settlement
}

function faultsOf({ status, reason, claveRastreo }: SettlementDecision): FieldFault[] {
  const faults: FieldFault[] = []
  if (['REJECTED', 'FAILED', 'RETURNED'].includes(status) && reason === undefined)
    faults.push({ path: '/reason', message: `is required for ${status}` })
  if (status === 'PAID' && claveRastreo === undefined)
    faults.push({ path: '/claveRastreo', message: 'is required: the tracking key of the transfer' })
  if (status !== 'PAID' && claveRastreo !== undefined)
    faults.push({ path: '/claveRastreo', message: 'is only allowed with PAID' })
  return faults
}
