import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import { textOf } from '../../settings/values/service.ts'
import { bankOf } from '../bank-accounts/service.ts'
import * as queries from './queries.ts'
import type {
  Deposit,
  DepositQuery,
  DepositReport,
  FundingAccount,
  QueuedDeposit,
  QueueQuery,
  Review,
} from './schema.ts'

const route = 'POST /pos/deposits'

export type DepositsService = ReturnType<typeof depositsService>

/**
 * Deposits into the wallet: a manager reports a SPEI transfer, an operator finds it at the bank and credits
 * it. A tracking key is credited only once, even if several merchants report it; posting, decision and audit row are one
 * transaction; nobody reviews their own report. Owns money.deposits.
 */
export function depositsService({ database }: { database: Database }) {
  /** The platform's account, to which merchants transfer. @throws Problem `forbidden` · `store_required` */
  const account = (grant: Grant<'store:manager'>): Promise<FundingAccount> =>
    database.read(grant, async (tx) => {
      tx.storeActor()
      const clabe = await textOf(tx, 'deposits.clabe')
      if (clabe === '') return { clabe: null, bank: null, beneficiary: null }
      const beneficiary = await textOf(tx, 'deposits.beneficiary')
      return { clabe, bank: bankOf(clabe), beneficiary: beneficiary === '' ? null : beneficiary }
    })

  /**
   * Records a reported transfer; nothing is credited yet.
   *
   * @throws Problem `invalid_request` (a future date) · `deposit_already_reported` · `idempotency_key_reused`
   */
  const report = (
    grant: Grant<'store:manager'>,
    order: DepositReport,
    key: string | undefined,
  ): Promise<Once<Deposit>> =>
    database.write(grant, (tx) => {
      const actor = tx.storeActor()
      const deposit = { ...order, storeId: actor.storeId, claveRastreo: normalized(order.claveRastreo) }
      return once(tx, { route, key, actor, request: deposit, at: 'coordinator' }, async () => {
        if (order.paidOn > (await queries.today(tx, actor.merchantId))) {
          throw new Problem('invalid_request', {
            errors: [{ path: '/paidOn', message: 'must not be in the future' }],
          })
        }
        return queries.report(tx, actor, { ...deposit, id: uuid() })
      })
    })

  /** Deposits of the caller's merchants, newest first. @throws Problem `invalid_cursor` */
  const deposits = (grant: Grant<'rows'>, query: DepositQuery) =>
    database.read(grant, (tx) => {
      const { storeId, status, limit, cursor } = query
      const asked = { list: 'deposits', narrowedBy: [storeId, status], limit, cursor }
      return pageOf(tx, asked, byId, (range) =>
        queries.deposits(tx, scopeOf(tx, storeId), { storeId, status }, range),
      )
    })

  /** @throws Problem `not_found` */
  const deposit = (grant: Grant<'rows'>, id: string): Promise<Deposit> =>
    database.read(grant, (tx) => queries.deposit(tx, scopeOf(tx), id))

  /** Deposits to review or already decided, oldest first. @throws Problem `invalid_cursor` */
  const queue = (grant: Grant<'platform:operator'>, query: QueueQuery) =>
    database.read(grant, (tx) => {
      const { limit, cursor, claveRastreo, ...rest } = query
      const filter = {
        ...rest,
        claveRastreo: claveRastreo === undefined ? undefined : normalized(claveRastreo),
      }
      const asked = { list: 'deposit queue', narrowedBy: [filter], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.queue(tx, filter, range))
    })

  /**
   * Credits a deposit that was found at the bank to the merchant's wallet, or rejects it.
   *
   * @throws Problem `not_found` · `forbidden` (the caller's own) · `invalid_transition` ·
   * `tracking_key_credited` · `invalid_request` (no reason)
   */
  const review = (grant: Grant<'platform:operator'>, id: string, verdict: Review): Promise<QueuedDeposit> =>
    database.write(grant, async (tx) => {
      if (verdict.status === 'REJECTED' && verdict.reason === undefined) {
        throw new Problem('invalid_request', {
          errors: [{ path: '/reason', message: 'is required to reject a deposit' }],
        })
      }
      // Read before: a cluster lets the caller read what a function has written only after the transaction, when the
      // caller may have lost access, and a review that is done must not be answered with a refusal.
      const found = await queries.queued(tx, id)
      const reviewed = await queries.review(tx, id, verdict)
      return { ...found, ...reviewed, isKeyCredited: found.isKeyCredited || reviewed.status === 'CREDITED' }
    })

  return { account, report, deposits, deposit, queue, review }
}

/** Banks print the key in capitals; people may type it in lower case. */
const normalized = (trackingKey: string) => trackingKey.toUpperCase()
