import type { Logger } from 'pino'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { continueTrace, setAttributes } from '../../tracing/trace.ts'
import type { PinsService } from '../pins/service.ts'
import type { Aggregator, AggregatorCredentials, ProviderAnswer, VasKind } from './aggregator.ts'
import type { SaleRow } from './queries.ts'
import {
  afterCompletion,
  hasConfirmed,
  next,
  pauseBeforeNextCheck,
  type SalePhase,
  type SaleProgress,
  sweep,
  type Transition,
} from './sale-state.ts'
import * as queries from './settling-queries.ts'

type Step = 'hold' | 'find' | 'confirm' | 'cancel'

/** Steps in a row for one sale: a provider whose answers lead in a circle is asked again after the usual pause. */
const mostSteps = 6

interface SettlingOptions {
  readonly database: Database
  readonly logger: Logger
  /** Stores delivered codes. */
  readonly pins: Pick<PinsService, 'keep'>
  /** Where new sales go. */
  readonly selling: Aggregator
  /** Every provider that may still owe an answer: the one that sells, and those that sold before. */
  readonly settling: readonly Aggregator[]
  /** The credentials of a merchant's own account at the provider. */
  readonly connections: {
    credentials(merchantId: string, connectionId: string): Promise<AggregatorCredentials | undefined>
  }
  /** How long an owner may be silent before another process takes the sale over. */
  readonly leaseMs: number
  /** Called with every sale that this process has completed, failed or reversed. */
  readonly onEnd?: ((sale: SaleEnd) => void) | undefined
}

/** A sale that was just completed, failed or reversed, for metrics. */
export interface SaleEnd {
  readonly kind: VasKind
  readonly outcome: 'completed' | 'failed' | 'reversed'
  /** Why it failed; empty otherwise. */
  readonly reason: string
  /** From its opening to its first outcome, by the database's clock; a reversal is not one. */
  readonly seconds: number
}

export type Settling = ReturnType<typeof saleSettling>

/**
 * Brings sales to their end; used by the request, the poller, the callback and the recovery. The provider is
 * called between transactions, never inside one, and every effect is a compare-and-set: a process that has
 * lost the sale to another changes nothing.
 */
export function saleSettling(options: SettlingOptions) {
  const { database, logger, leaseMs, pins } = options
  const providers = new Map(options.settling.map((aggregator) => [aggregator.mode as string, aggregator]))
  const modes = [...providers.keys()].filter((mode) => mode !== 'off')

  /** Does everything possible for an owned sale now; it ends final, or waiting for the provider. */
  const drive = async (owned: SaleRow, first: Step): Promise<SaleRow> => {
    setAttributes({ 'mostrador.sale_id': owned.id })
    let sale = owned
    let step: Step | 'wait' | 'done' = first
    for (let steps = 0; step !== 'wait' && step !== 'done' && steps < mostSteps; steps++) {
      const answer: ProviderAnswer = await ask(sale, step)
      const { moved, nextStep } = await apply(sale, answer)
      if (moved === undefined) return current(sale)
      sale = moved
      step = nextStep
    }
    return sale
  }

  /** @param now by the database's clock: servers share the sales, and their clocks differ */
  const decide = (sale: SaleRow, answer: ProviderAnswer, now: Date): Transition => {
    const progress = progressOf(sale)
    if (sale.phase === 'FAILED') return sweep(answer, sale.sweep_until, now, sale.incident)
    if (sale.phase === 'COMPLETED') return afterCompletion(answer, sale.sweep_until, now, sale.incident)
    const move = next(progress, answer, now)
    // Selling has been switched off since: nothing new is confirmed, a hold is released.
    const mayStart = options.selling.mode === sale.mode
    if (mayStart || hasConfirmed(progress.phase)) return move
    if (move.nextStep === 'confirm') return { to: 'HELD', facts: move.facts, nextStep: 'cancel' }
    return move.nextStep === 'hold' ? { ...move, nextStep: 'wait' } : move
  }

  const apply = async (sale: SaleRow, answer: ProviderAnswer) => {
    const { move, moved } = await database.worker(async (tx) => {
      const now = await queries.clock(tx)
      const move = decide(sale, answer, now)
      const progress = { ...progressOf(sale), phase: move.to }
      const moved = await queries.transition(tx, sale, move, {
        nextCheckInMs: pauseBeforeNextCheck(progress, now),
        leaseMs: move.nextStep === 'done' ? null : leaseMs,
      })
      if (moved !== undefined && move.facts.incident === 'late_completion') {
        await queries.bookLateCompletion(tx, sale.merchant_id, sale.id)
      }
      if (moved !== undefined && move.facts.incident === 'late_reversal') {
        await queries.bookLateReversal(tx, sale.merchant_id, sale.id)
      }
      if (moved !== undefined && move.pin !== undefined) {
        await pins.keep(tx, { merchantId: sale.merchant_id, saleId: sale.id }, move.pin)
      }
      return { move, moved }
    })
    if (moved !== undefined && moved.phase !== sale.phase && !isOpen(moved)) options.onEnd?.(endOf(moved))
    if (moved !== undefined && move.facts.incident !== undefined)
      logger.error({ saleId: sale.id, incident: move.facts.incident }, 'the sale needs a review')
    return { moved, nextStep: move.nextStep }
  }

  const ask = async (sale: SaleRow, step: Step): Promise<ProviderAnswer> => {
    const aggregator = providers.get(sale.mode)
    if (aggregator === undefined) return { kind: 'unknown', cause: `no provider for mode ${sale.mode}` }
    try {
      return await send(await payerOf(sale, aggregator), sale, step)
    } catch (error) {
      logger.error({ err: error, saleId: sale.id, step }, 'aggregator call failed')
      return { kind: 'unknown', cause: 'the call failed' }
    }
  }

  /** Calls the provider as the payer, from hold to reversal: with our account, or the merchant's own. */
  const payerOf = async (sale: SaleRow, aggregator: Aggregator): Promise<Aggregator> => {
    if (sale.connection_id === null) return aggregator
    const credentials = await options.connections.credentials(sale.merchant_id, sale.connection_id)
    if (credentials === undefined) throw new Error(`sale ${sale.id} has no credentials`)
    return aggregator.withCredentials(credentials)
  }

  /** Releases a sale, so that the next claim need not wait for the lease to expire. */
  const release = async (sale: SaleRow): Promise<void> => {
    const move: Transition = { to: sale.phase as SalePhase, facts: {}, nextStep: 'wait' }
    await database.worker(async (tx) => {
      const nextCheckInMs = pauseBeforeNextCheck(progressOf(sale), await queries.clock(tx))
      return queries.transition(tx, sale, move, { nextCheckInMs, leaseMs: null })
    })
  }

  /**
   * Runs the work for a booked sale. If it fails (no connection, an internal error), the sale stays as it was
   * last stored and the recovery continues: the answer is then `otherwise`, and never a refusal of something
   * that may have been sent.
   */
  const unbroken = <T>(saleId: string, otherwise: T, work: () => Promise<T>): Promise<T> => {
    const result = work().catch((error: unknown) => {
      logger.error({ err: error, saleId }, 'settling was interrupted')
      return otherwise
    })
    underWay.add(result)
    return result.finally(() => underWay.delete(result))
  }
  const underWay = new Set<Promise<unknown>>()

  /**
   * Waits until everything is settled, also in the background of requests that were answered first. Tests call it after
   * `prefer: wait=0`, because the answer may come before the provider was asked.
   */
  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  const resume = (claimed: SaleRow): Promise<SaleRow> => {
    const settle = async () => {
      const driven = await drive(claimed, 'find')
      if (driven.fence === claimed.fence && isOpen(driven)) await release(driven)
      return driven
    }
    const attributes = { 'mostrador.checks': claimed.checks }
    return unbroken(claimed.id, claimed, () =>
      continueTrace('settle sale', claimed.trace_parent, attributes, settle),
    )
  }

  const current = (sale: SaleRow): Promise<SaleRow> =>
    database.worker((tx) => queries.storedSale(tx, sale.merchant_id, sale.id))

  /** Takes over all due sales without an owner, and settles them. Returns how many. */
  const settleDue = async (limit: number): Promise<number> => {
    if (modes.length === 0) return 0
    const claimed = await database.worker((tx) => queries.claimDue(tx, modes, limit, leaseMs))
    await Promise.all(claimed.map(resume))
    return claimed.length
  }

  /** Asks the provider about a sale that is being read, unless that was done moments ago. */
  const settleOne = async (target: { merchantId: string; id: string }, intervalMs: number): Promise<void> => {
    const claimed = await database.worker((tx) =>
      queries.claimOne(tx, target, modes, { intervalMs, leaseMs }),
    )
    if (claimed !== undefined) await resume(claimed)
  }

  /** The provider reports that a sale has changed: the next process that settles due sales asks it. */
  const wake = async (id: string, intervalMs: number): Promise<void> => {
    if (isUuid(id)) await database.worker((tx) => queries.wake(tx, id, intervalMs))
  }

  return { drive, release, current, unbroken, idle, settleDue, settleOne, wake }
}

function send(aggregator: Aggregator, sale: SaleRow, step: Step): Promise<ProviderAnswer> {
  const ref = sale.provider_transaction_ref
  switch (step) {
    case 'find':
      return aggregator.find({ externalId: sale.id, providerTransactionId: ref ?? undefined })
    case 'hold':
      return aggregator.hold({
        externalId: sale.id,
        providerProductId: sale.provider_product_ref,
        kind: sale.kind as VasKind,
        reference: sale.reference ?? undefined,
        amountCentavos: sale.amount_centavos,
        isRanged: sale.is_ranged,
        purchaserId: sale.terminal_id ?? sale.store_id,
        ...(sale.statement_reference !== null && {
          statement: { reference: sale.statement_reference, dueOn: sale.statement_due_on },
        }),
      })
    case 'confirm':
    case 'cancel': {
      // Only a hold that was found or made can be confirmed or released.
      if (ref === null) throw new Error(`sale ${sale.id} has no transaction to ${step}`)
      return aggregator[step]({ externalId: sale.id, providerTransactionId: ref })
    }
  }
}

function progressOf(sale: SaleRow): SaleProgress {
  return {
    id: sale.id,
    kind: sale.kind as VasKind,
    phase: sale.phase as SalePhase,
    amountCentavos: sale.amount_centavos,
    checks: sale.checks,
    createdAt: sale.created_at,
    expectedBy: sale.expected_by,
    providerTransactionRef: sale.provider_transaction_ref,
    isPaidByConnection: sale.connection_id !== null,
    sweepUntil: sale.sweep_until,
  }
}

function endOf({ kind, status, failure_code, created_at, completed_at }: SaleRow): SaleEnd {
  return {
    kind: kind as VasKind,
    outcome: status.toLowerCase() as SaleEnd['outcome'],
    reason: status === 'FAILED' ? (failure_code ?? '') : '',
    seconds: completed_at === null ? 0 : (completed_at.getTime() - created_at.getTime()) / 1000,
  }
}

export function isOpen(sale: Pick<SaleRow, 'status'>): boolean {
  return sale.status === 'PENDING'
}
