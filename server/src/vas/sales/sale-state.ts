import type { ProviderAnswer, ProviderPin, VasKind } from './aggregator.ts'
import type { FailureCode } from './failure.ts'

/** The public status of a sale. */
export const saleStatuses = ['PENDING', 'COMPLETED', 'FAILED', 'REVERSED'] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** The internal phases behind the status. `vas.transition` refuses every other transition. */
export type SalePhase =
  | 'RESERVED' // booked here, unknown to the provider
  | 'HOLDING' // a hold was requested and its outcome is unknown
  | 'HELD' // the provider holds the amount; nothing has moved
  | 'CONFIRMING' // from here on value may move
  | 'SUBMITTED' // accepted by the provider, not final
  | 'REVIEW' // no final answer in time: a person decides, and polling continues
  | 'COMPLETED'
  | 'FAILED'
  | 'REVERSED'

export type Incident =
  | 'late_completion'
  | 'late_reversal'
  | 'amount_mismatch'
  | 'reversed_without_completion'
  | 'contradicted'
  | 'pin_missing'
  | 'wallet_uncovered'

/** The columns that a transition depends on; a row of `vas.sales` has more. */
export interface SaleProgress {
  readonly id: string
  readonly kind: VasKind
  readonly phase: SalePhase
  readonly amountCentavos: bigint
  readonly checks: number
  readonly createdAt: Date
  readonly expectedBy: Date
  readonly providerTransactionRef: string | null
  /** The merchant's own account at the provider pays, at prices that only the provider knows. */
  readonly isPaidByConnection: boolean
  /** Until when it is watched after its end; null: it is not. */
  readonly sweepUntil: Date | null
}

export interface Transition {
  readonly to: SalePhase
  readonly facts: {
    readonly providerTransactionRef?: string
    readonly holdExpiresAt?: Date
    readonly authorizationCode?: string
    readonly failureCode?: FailureCode
    readonly providerCode?: string
    /** The price paid by the merchant's own account. */
    readonly wholesaleCentavos?: number
    readonly incident?: Incident
    /** Until when the provider is asked about a sale that has ended; null ends the search. */
    readonly sweepUntil?: Date | null
  }
  /**
   * The code delivered with COMPLETED, to be sealed and stored with it. Never among the facts: those are
   * audited.
   */
  readonly pin?: ProviderPin
  /** The next step at the provider, for the owner of the sale. */
  readonly nextStep: 'confirm' | 'hold' | 'cancel' | 'wait' | 'done'
}

/** A hold without an answer is given up after this; nothing was confirmed, so nothing moved. */
export const holdDeadlineMs = 60_000
/** How long a hold that was given up may still appear. */
const sweepForMs = 2 * 60 * 60_000
const dayMs = 24 * 60 * 60_000

const wait = (phase: SalePhase, facts: Transition['facts'] = {}): Transition => ({
  to: phase,
  facts,
  nextStep: 'wait',
})
const failed = (failureCode: FailureCode, facts: Transition['facts'] = {}): Transition => ({
  to: 'FAILED',
  facts: { ...facts, failureCode },
  nextStep: 'done',
})

/**
 * The next state of an open sale by the provider's answer. Only an explicit success completes and only an
 * explicit refusal fails; anything unclear stays open, and once a confirm was sent only an explicit answer of
 * the provider ends the sale.
 *
 * @param now by the database's clock, like every time of the sale
 */
export function next(sale: SaleProgress, answer: ProviderAnswer, now: Date): Transition {
  const isConfirmed = hasConfirmed(sale.phase)
  if ('externalId' in answer && answer.externalId !== sale.id) return review('contradicted')
  if (
    'amountCentavos' in answer &&
    answer.amountCentavos !== undefined &&
    answer.amountCentavos !== sale.amountCentavos
  ) {
    return review('amount_mismatch')
  }
  const facts =
    'providerTransactionId' in answer && answer.providerTransactionId !== undefined
      ? { providerTransactionRef: answer.providerTransactionId }
      : {}
  switch (answer.kind) {
    case 'held':
      return held(sale, answer.lifeMs, now, facts)
    case 'accepted':
      // A confirmation that we never recorded as sent: adopted in two steps that the graph allows.
      if (!isConfirmed) return { to: 'CONFIRMING', facts, nextStep: 'wait' }
      return late(sale, now, facts)
    case 'completed':
      if (!isConfirmed) return { to: 'CONFIRMING', facts, nextStep: 'wait' }
      // A success without the code cannot be handed over.
      if (sale.kind === 'pin' && answer.pin === undefined)
        return wait('REVIEW', { ...facts, incident: 'pin_missing' })
      return {
        to: 'COMPLETED',
        facts: {
          ...facts,
          ...(sale.isPaidByConnection &&
            answer.wholesaleCentavos !== undefined && {
              wholesaleCentavos: Number(answer.wholesaleCentavos),
            }),
          ...(answer.authorization !== null && { authorizationCode: answer.authorization }),
        },
        ...(sale.kind === 'pin' && answer.pin !== undefined && { pin: answer.pin }),
        nextStep: 'done',
      }
    case 'rejected':
      return failed(answer.failure, { ...facts, providerCode: answer.providerCode })
    case 'canceled':
      return failed(isConfirmed || sale.phase === 'HELD' ? 'expired_hold' : 'canceled', facts)
    case 'expired':
      return { to: sale.phase === 'RESERVED' ? 'HOLDING' : sale.phase, facts, nextStep: 'cancel' }
    case 'reversed':
      return isConfirmed
        ? failed('canceled', { ...facts, incident: 'reversed_without_completion' })
        : review('contradicted')
    case 'absent':
      return isConfirmed ? review('contradicted') : unanswered(sale, now)
    case 'unknown':
      return isConfirmed ? late(sale, now, facts) : unanswered(sale, now, answer.cause)
  }
}

/**
 * An expired hold is released. Its age is counted from the sale, which was made a few seconds earlier and so
 * errs on the safe side; the provider's clock is not used, since it may differ from ours.
 */
function held(sale: SaleProgress, lifeMs: number, now: Date, facts: Transition['facts']): Transition {
  const isConfirmed = hasConfirmed(sale.phase)
  const holdExpiresAt = new Date(sale.createdAt.getTime() + lifeMs)
  if (holdExpiresAt <= now) return { to: isConfirmed ? sale.phase : 'HELD', facts, nextStep: 'cancel' }
  return {
    to: isConfirmed ? sale.phase : 'CONFIRMING',
    facts: { ...facts, holdExpiresAt },
    nextStep: 'confirm',
  }
}

/** From CONFIRMING on value may have moved. */
export function hasConfirmed(phase: SalePhase): boolean {
  return phase === 'CONFIRMING' || phase === 'SUBMITTED' || phase === 'REVIEW'
}

function review(incident: Incident): Transition {
  return wait('REVIEW', { incident })
}

/** Confirmed and not final: wait, and past the deadline also request a review. */
function late(sale: SaleProgress, now: Date, facts: Transition['facts']): Transition {
  if (sale.phase === 'REVIEW' || now > sale.expectedBy) return wait('REVIEW', facts)
  return wait(
    sale.phase === 'CONFIRMING' && facts.providerTransactionRef === undefined ? 'CONFIRMING' : 'SUBMITTED',
    facts,
  )
}

/** No confirm was ever sent: retry under the same id, and past the deadline give up. */
function unanswered(sale: SaleProgress, now: Date, cause?: string): Transition {
  if (now.getTime() - sale.createdAt.getTime() > holdDeadlineMs) {
    return failed('provider_unreachable', { sweepUntil: new Date(now.getTime() + sweepForMs) })
  }
  // The hold was made and is being released: a missing answer does not change that.
  if (sale.phase === 'HELD') return wait('HELD')
  // `absent` is an answer, so the hold may be requested again immediately; without an answer look it up
  // first.
  return { to: 'HOLDING', facts: {}, nextStep: cause === undefined ? 'hold' : 'wait' }
}

/**
 * The meaning of a late answer for a sale that failed. A late success is an incident once, however often it is reported, and so
 * is its reversal.
 *
 * @param sweepUntil when the search ends, found or not
 * @param known the incident that the sale already is
 */
export function sweep(
  answer: ProviderAnswer,
  sweepUntil: Date | null,
  now: Date,
  known: string | null = null,
): Transition {
  const ended = (facts: Transition['facts'] = {}): Transition => ({
    to: 'FAILED',
    facts: { ...facts, sweepUntil: null },
    nextStep: 'done',
  })
  switch (answer.kind) {
    case 'held':
      return {
        to: 'FAILED',
        facts: { providerTransactionRef: answer.providerTransactionId },
        nextStep: 'cancel',
      }
    case 'completed':
      return ended(known === 'late_completion' ? {} : { incident: 'late_completion' })
    case 'reversed':
      return ended(known === 'late_completion' ? { incident: 'late_reversal' } : {})
    case 'canceled':
    case 'rejected':
      return ended()
    // Not final: the provider may still decline it, and a later success is found in its list.
    case 'accepted':
    case 'absent':
    case 'expired':
    case 'unknown':
      return sweepUntil !== null && now < sweepUntil ? wait('FAILED') : ended()
  }
}

/**
 * The meaning of an answer for a completed sale that is checked again: it stays completed unless the provider
 * reversed it. A refusal after a success, without a reversal, goes to review, but only once: every notification
 * finds the same refusal again, and a person has already seen it. An answer that is not final is asked for again: a
 * person may have completed the sale before the provider decided.
 */
export function afterCompletion(
  answer: ProviderAnswer,
  lookUntil: Date | null,
  now: Date,
  known: string | null,
): Transition {
  switch (answer.kind) {
    case 'reversed':
      return { to: 'REVERSED', facts: { sweepUntil: null }, nextStep: 'done' }
    case 'rejected':
    case 'canceled':
      if (known === 'contradicted') return { to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' }
      return { to: 'COMPLETED', facts: { incident: 'contradicted', sweepUntil: null }, nextStep: 'done' }
    case 'completed':
      return { to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' }
    default:
      if (lookUntil !== null && now < lookUntil) return wait('COMPLETED')
      return { to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' }
  }
}

const foregroundMs = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]

/** How long to wait before the next poll, by the sale's age, the number of polls and how long it will be watched. */
export function pauseBeforeNextCheck(
  sale: Pick<SaleProgress, 'phase' | 'checks' | 'createdAt' | 'sweepUntil'>,
  now: Date,
): number {
  const ageMs = now.getTime() - sale.createdAt.getTime()
  if (sale.phase === 'REVIEW') return 60 * 60_000
  // Only a sale that a person completed is watched for longer than two hours: once a day is enough for it.
  if (sale.sweepUntil !== null && sale.sweepUntil.getTime() - now.getTime() > sweepForMs) return dayMs
  const foreground = foregroundMs[sale.checks]
  if (foreground !== undefined) return foreground
  if (ageMs < 5 * 60_000) return 30_000
  if (ageMs < 15 * 60_000) return 60_000
  return 15 * 60_000
}
