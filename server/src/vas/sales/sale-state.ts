import type { ProviderAnswer, ProviderPin, VasKind } from './aggregator.ts'
import type { FailureCode } from './failure.ts'

/** What everybody sees of a sale. */
export const saleStatuses = ['PENDING', 'COMPLETED', 'FAILED', 'REVERSED'] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** What stands behind PENDING, and how it ends. `vas.transition` refuses every other move. */
export type SalePhase =
  | 'RESERVED' // booked here, unknown to the provider
  | 'HOLDING' // a hold was asked for and nobody knows whether it was made
  | 'HELD' // the provider holds the amount; nothing has moved
  | 'CONFIRMING' // from here value may move
  | 'SUBMITTED' // accepted by the provider, not final
  | 'REVIEW' // no final answer in time: a person looks, and we go on asking
  | 'COMPLETED'
  | 'FAILED'
  | 'REVERSED'

export type Incident =
  | 'late_completion'
  | 'amount_mismatch'
  | 'reversed_without_completion'
  | 'contradicted'
  | 'pin_missing'

/** What a transition depends on; a row of `vas.sales` has more. */
export interface SaleProgress {
  readonly id: string
  readonly kind: VasKind
  readonly phase: SalePhase
  readonly amountCentavos: bigint
  readonly checks: number
  readonly createdAt: Date
  readonly expectedBy: Date
  readonly providerTransactionRef: string | null
  /** The merchant's own account at the provider pays, by prices that only the provider knows. */
  readonly isPaidByConnection: boolean
}

export interface Transition {
  readonly to: SalePhase
  readonly facts: {
    readonly providerTransactionRef?: string
    readonly holdExpiresAt?: Date
    readonly authorizationCode?: string
    readonly failureCode?: FailureCode
    readonly providerCode?: string
    /** What the merchant's own account paid. */
    readonly wholesaleCentavos?: number
    readonly incident?: Incident
    /** Until when a late hold of a failed sale is looked for; null ends the search. */
    readonly sweepUntil?: Date | null
  }
  /** The code that came with COMPLETED, to be sealed and kept with it. Never among the facts: those are audited. */
  readonly pin?: ProviderPin
  /** What to do next at the provider, by whoever owns the sale. */
  readonly nextStep: 'confirm' | 'hold' | 'cancel' | 'wait' | 'done'
}

/** A hold that nobody has answered for is given up after this; nothing was confirmed, so nothing moved. */
export const holdDeadlineMs = 60_000
/** How long a hold that was given up may still turn up. */
const sweepForMs = 2 * 60 * 60_000

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
 * What the provider's answer makes of an open sale. Only an explicit success completes and only an
 * explicit refusal fails; everything unclear stays open, and once a confirm has been sent nothing but
 * the provider's own word ends the sale.
 *
 * @param now by the database's clock, as every time of the sale is
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
      // A confirmation that we never recorded as sent: adopt it, in two steps that the graph knows.
      if (!isConfirmed) return { to: 'CONFIRMING', facts, nextStep: 'wait' }
      return late(sale, now, facts)
    case 'completed':
      if (!isConfirmed) return { to: 'CONFIRMING', facts, nextStep: 'wait' }
      // A success without the code is no success that could be handed over.
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
 * A hold that has run out is given back. It was made after the sale, so counting from the sale errs by seconds, on the
 * safe side; the provider's own time of day has no say, since it is nobody's here.
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

/** Confirmed and not final: wait, and past the deadline let a person look as well. */
function late(sale: SaleProgress, now: Date, facts: Transition['facts']): Transition {
  if (sale.phase === 'REVIEW' || now > sale.expectedBy) return wait('REVIEW', facts)
  return wait(
    sale.phase === 'CONFIRMING' && facts.providerTransactionRef === undefined ? 'CONFIRMING' : 'SUBMITTED',
    facts,
  )
}

/** No confirm was ever sent: ask again under the same id, and past the deadline let go. */
function unanswered(sale: SaleProgress, now: Date, cause?: string): Transition {
  if (now.getTime() - sale.createdAt.getTime() > holdDeadlineMs) {
    return failed('provider_unreachable', { sweepUntil: new Date(now.getTime() + sweepForMs) })
  }
  // The hold was made and is being given back: silence about it takes nothing of that away.
  if (sale.phase === 'HELD') return wait('HELD')
  // `absent` is an answer, so the hold may be asked for at once; after silence we look before we ask.
  return { to: 'HOLDING', facts: {}, nextStep: cause === undefined ? 'hold' : 'wait' }
}

/**
 * What a late answer means to a sale that had failed unanswered.
 *
 * @param sweepUntil when the search ends, found or not
 */
export function sweep(answer: ProviderAnswer, sweepUntil: Date | null, now: Date): Transition {
  switch (answer.kind) {
    case 'held':
      return {
        to: 'FAILED',
        facts: { providerTransactionRef: answer.providerTransactionId },
        nextStep: 'cancel',
      }
    case 'completed':
    case 'accepted':
      return { to: 'FAILED', facts: { incident: 'late_completion', sweepUntil: null }, nextStep: 'done' }
    case 'canceled':
    case 'rejected':
    case 'reversed':
      return { to: 'FAILED', facts: { sweepUntil: null }, nextStep: 'done' }
    case 'absent':
    case 'expired':
    case 'unknown':
      if (sweepUntil !== null && now < sweepUntil) return wait('FAILED')
      return { to: 'FAILED', facts: { sweepUntil: null }, nextStep: 'done' }
  }
}

/**
 * What the provider's answer makes of a sale that had completed and is looked at once more: it stays so,
 * unless the provider took it back. A refusal after a success, without a reversal, is for a person.
 */
export function afterCompletion(answer: ProviderAnswer, lookUntil: Date | null, now: Date): Transition {
  switch (answer.kind) {
    case 'reversed':
      return { to: 'REVERSED', facts: { sweepUntil: null }, nextStep: 'done' }
    case 'rejected':
    case 'canceled':
      return { to: 'COMPLETED', facts: { incident: 'contradicted', sweepUntil: null }, nextStep: 'done' }
    case 'unknown':
      if (lookUntil !== null && now < lookUntil) return wait('COMPLETED')
      return { to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' }
    default:
      return { to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' }
  }
}

const foregroundMs = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]

/** How long to wait before asking the provider again, by the sale's age and how often it was asked. */
export function pauseBeforeNextCheck(
  sale: Pick<SaleProgress, 'phase' | 'checks' | 'createdAt'>,
  now: Date,
): number {
  const ageMs = now.getTime() - sale.createdAt.getTime()
  if (sale.phase === 'REVIEW') return 60 * 60_000
  const foreground = foregroundMs[sale.checks]
  if (foreground !== undefined) return foreground
  if (ageMs < 5 * 60_000) return 30_000
  if (ageMs < 15 * 60_000) return 60_000
  return 15 * 60_000
}
