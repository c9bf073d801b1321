import { type Centavos, centavos } from '../../../amounts/centavos.ts'
import type { ProviderAnswer, ProviderOutcome } from '../../../vas/sales/aggregator.ts'
import type { FailureCode } from '../../../vas/sales/failure.ts'
import type { WireTransaction } from './messages.ts'

const statusClass = {
  created: 1,
  confirmed: 2,
  rejected: 3,
  cancelled: 4,
  submitted: 5,
  completed: 7,
  reversed: 8,
  declined: 9,
} as const

/** The provider's fixtures expire holds an hour after creation; used if it gives no time. */
const assumedHoldLifeMs = 3_600_000

const outcomes: Readonly<Record<number, ProviderOutcome>> = {
  [statusClass.created]: 'held',
  [statusClass.confirmed]: 'accepted',
  [statusClass.submitted]: 'accepted',
  [statusClass.completed]: 'completed',
  [statusClass.reversed]: 'reversed',
  [statusClass.rejected]: 'failed',
  [statusClass.cancelled]: 'failed',
  [statusClass.declined]: 'failed',
}

/** The same for lists. */
export function outcomeOf({ statusClassId }: WireTransaction): ProviderOutcome {
  return outcomes[statusClassId] ?? 'unknown'
}

/**
 * The meaning of a transaction's status. The class decides, as the provider recommends; the message only
 * explains.
 */
export function answerOf(transaction: WireTransaction): ProviderAnswer {
  const { id, externalId, facePesos } = transaction
  const amountCentavos = facePesos === undefined ? undefined : fromPesos(facePesos)
  if (facePesos !== undefined && amountCentavos === undefined) {
    return { kind: 'unknown', cause: 'an amount that is not whole centavos' }
  }
  const wholesaleCentavos = wholesaleFrom(transaction.wholesalePesos)
  const seen = { providerTransactionId: id, externalId, amountCentavos, wholesaleCentavos }
  switch (transaction.statusClassId) {
    case statusClass.created:
      return { ...seen, kind: 'held', lifeMs: holdLifeMs(transaction) }
    case statusClass.confirmed:
    case statusClass.submitted:
      return { ...seen, kind: 'accepted' }
    case statusClass.completed:
      return {
        ...seen,
        kind: 'completed',
        authorization: transaction.operatorReference ?? null,
        pin: pinOf(transaction),
      }
    case statusClass.reversed:
      return { ...seen, kind: 'reversed' }
    case statusClass.cancelled:
      return { ...seen, kind: 'canceled' }
    case statusClass.rejected:
    case statusClass.declined:
      return {
        kind: 'rejected',
        failure: failureOf(transaction),
        providerCode: transaction.statusMessage,
        providerTransactionId: transaction.id,
      }
    default:
      return { kind: 'unknown', cause: `status class ${transaction.statusClassId}` }
  }
}

/** The interval between the provider's own two times, so that only its clock matters. */
function holdLifeMs({ createdAt, expiresAt }: WireTransaction): number {
  if (createdAt === undefined || expiresAt === undefined) return assumedHoldLifeMs
  return Math.max(0, expiresAt.getTime() - createdAt.getTime())
}

function pinOf({ pinCode, pinSerial }: WireTransaction) {
  return pinCode === undefined ? undefined : { code: pinCode, serial: pinSerial ?? null }
}

/** Parts of a sub-status; the first match decides. The debit party is us, never the customer. */
const failuresByStatus: readonly (readonly [RegExp, FailureCode])[] = [
  [/-DEBIT-PARTY/, 'provider_rejected'],
  [/-BARRED-CREDIT-PARTY/, 'number_barred'],
  [/-INELIGIBLE-CREDIT-PARTY/, 'not_eligible'],
  [/-LIMITATIONS-ON-/, 'limit_reached'],
  [/-DUPLICATED-TRANSACTION/, 'duplicate_at_provider'],
  [/-OPERATOR-CURRENTLY-UNAVAILABLE/, 'carrier_unavailable'],
  [/-INSUFFICIENT-BALANCE/, 'provider_balance'],
]

function failureOf({ statusMessage, isToAccount }: WireTransaction): FailureCode {
  if (/-INVALID-CREDIT-PARTY/.test(statusMessage)) return isToAccount ? 'invalid_reference' : 'invalid_number'
  return failuresByStatus.find(([part]) => part.test(statusMessage))?.[1] ?? 'provider_rejected'
}

const failuresByError: Readonly<Record<number, FailureCode>> = {
  // Our key was rejected: nothing was ordered, and nothing can be until it is corrected.
  1000401: 'provider_unreachable',
  1003002: 'amount_out_of_range',
  1005003: 'invalid_number',
  1006001: 'provider_balance',
}

/** Why an order was refused outright; no transaction was created. */
export function failureOfError(code: number, isToAccount: boolean): FailureCode {
  const failure = failuresByError[code] ?? 'provider_rejected'
  return failure === 'invalid_number' && isToAccount ? 'invalid_reference' : failure
}

/**
 * A price that we pay, rounded up to a centavo, since we never book less than is charged. @returns undefined
 * if there is none above zero
 */
export function wholesaleFrom(pesos: number | undefined): Centavos | undefined {
  if (pesos === undefined || pesos <= 0) return undefined
  return fromPesos(Math.ceil(pesos * 100 - 1e-6) / 100)
}

/** @returns undefined for a fraction of a centavo, and for out of range amounts */
export function fromPesos(pesos: number): Centavos | undefined {
  const amount = Math.round(pesos * 100)
  const isWhole = Math.abs(pesos * 100 - amount) < 1e-6
  return isWhole && Number.isSafeInteger(amount) && Math.abs(amount) < 1e14 ? centavos(amount) : undefined
}

export function toPesos(amount: Centavos): number {
  return Number(amount) / 100
}
