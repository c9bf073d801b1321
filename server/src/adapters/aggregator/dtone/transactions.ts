import type { HoldOrder, ProviderAnswer, ProviderTransaction } from '../../../vas/sales/aggregator.ts'
import type { Client, Reply } from './client.ts'
import { readTransaction, type WireTransaction } from './messages.ts'
import { answerOf, failureOfError, toPesos } from './translate.ts'

export interface TransactionTimeouts {
  readonly createMs: number
  readonly confirmMs: number
  readonly readMs: number
}

/** The subject of a request or an answer. */
interface Subject {
  readonly externalId: string
  readonly providerTransactionId?: string | undefined
}

/** Error codes that the adapter acts on; all others only describe a failure. */
const externalIdUsed = 1007001
const alreadyConfirmed = 1007002
const notConfirmable = 1007004
const alreadyCancelled = 1007005
const transactionNotFound = 1008004

/** The part of the port that moves money. */
export function dtoneTransactions(
  client: Client,
  timeouts: TransactionTimeouts,
  callbackUrl: string | undefined,
) {
  async function hold(order: HoldOrder): Promise<ProviderAnswer> {
    const body = createBody(order, callbackUrl)
    const call = { operation: 'hold', method: 'POST', path: '/async/transactions' } as const
    const reply = await client({ ...call, body, timeoutMs: timeouts.createMs })
    if (reply.kind !== 'refused') return answerTo(reply, order)
    if (reply.code === externalIdUsed) {
      const found = await find({ externalId: order.externalId })
      // The list may lag: the transaction exists, and nothing else is known.
      return found.kind === 'absent' ? { kind: 'unknown', cause: 'our id is taken and not found' } : found
    }
    const failure = failureOfError(reply.code, order.kind === 'service')
    return { kind: 'rejected', failure, providerCode: String(reply.code) }
  }

  async function confirm(transaction: ProviderTransaction): Promise<ProviderAnswer> {
    const path = `/async/transactions/${encodeURIComponent(transaction.providerTransactionId)}/confirm`
    const reply = await client({ operation: 'confirm', method: 'POST', path, timeoutMs: timeouts.confirmMs })
    if (reply.kind !== 'refused') return unlessHeld(answerTo(reply, transaction), 'confirm')
    // A refusal means that this request did nothing; an earlier one may have.
    const found = await find(transaction)
    if (reply.code === alreadyConfirmed && isUndecided(found))
      return { ...idsOf(transaction), kind: 'accepted' }
    if (reply.code === notConfirmable && found.kind === 'held') return { kind: 'expired' }
    return isUndecided(found) ? { kind: 'unknown', cause: `confirm refused with ${reply.code}` } : found
  }

  async function cancel(transaction: ProviderTransaction): Promise<ProviderAnswer> {
    const path = `/transactions/${encodeURIComponent(transaction.providerTransactionId)}/cancel`
    const reply = await client({ operation: 'cancel', method: 'POST', path, timeoutMs: timeouts.createMs })
    if (reply.kind !== 'refused') return unlessHeld(answerTo(reply, transaction), 'cancel')
    if (reply.code === alreadyCancelled) return { ...idsOf(transaction), kind: 'canceled' }
    const found = await find(transaction)
    return isUndecided(found) ? { kind: 'unknown', cause: `cancel refused with ${reply.code}` } : found
  }

  async function find({ externalId, providerTransactionId }: Subject): Promise<ProviderAnswer> {
    if (providerTransactionId !== undefined) {
      const path = `/transactions/${encodeURIComponent(providerTransactionId)}`
      const reply = await client({ operation: 'find', method: 'GET', path, timeoutMs: timeouts.readMs })
      if (reply.kind !== 'refused' || reply.code !== transactionNotFound) {
        return answerTo(reply, { externalId, providerTransactionId })
      }
    }
    const found = await findByExternalId(externalId)
    // The provider gave us that id: not finding it now proves nothing.
    const isContradiction = found.kind === 'absent' && providerTransactionId !== undefined
    return isContradiction ? { kind: 'unknown', cause: 'a transaction that was there is not found' } : found
  }

  async function findByExternalId(externalId: string): Promise<ProviderAnswer> {
    const query = { external_id: externalId }
    const reply = await client({
      operation: 'find',
      method: 'GET',
      path: '/transactions',
      query,
      timeoutMs: timeouts.readMs,
    })
    // The provider documents both an empty list and a 404.
    if (reply.kind === 'refused' && reply.code === transactionNotFound) return { kind: 'absent' }
    if (reply.kind !== 'ok') return answerTo(reply, { externalId })
    if (!Array.isArray(reply.body)) return { kind: 'unknown', cause: 'an unreadable list' }
    const [first, ...others] = reply.body
    if (first === undefined) return { kind: 'absent' }
    if (others.length > 0) return { kind: 'unknown', cause: 'several transactions under one id' }
    return answerTo({ ...reply, body: first }, { externalId })
  }

  function answerTo(reply: Reply, subject: Subject): ProviderAnswer {
    if (reply.kind === 'unclear') return { kind: 'unknown', cause: reply.cause }
    if (reply.kind === 'refused') return { kind: 'unknown', cause: `refused with ${reply.code}` }
    const transaction = readTransaction(reply.body)
    if (!transaction) return { kind: 'unknown', cause: 'an unreadable transaction' }
    if (!isAbout(transaction, subject)) return { kind: 'unknown', cause: 'about another transaction' }
    return answerOf(transaction)
  }

  return { hold, confirm, cancel, find }
}

function isAbout(transaction: WireTransaction, subject: Subject): boolean {
  const isSameId = [undefined, transaction.id].includes(subject.providerTransactionId)
  return isSameId && transaction.externalId === subject.externalId
}

function idsOf({ externalId, providerTransactionId }: ProviderTransaction): ProviderTransaction {
  return { externalId, providerTransactionId }
}

/** The HTTP status says done, but the transaction has not changed: believing it would loop forever. */
function unlessHeld(answer: ProviderAnswer, request: 'confirm' | 'cancel'): ProviderAnswer {
  return answer.kind === 'held' ? { kind: 'unknown', cause: `still created after its ${request}` } : answer
}

function isUndecided(answer: ProviderAnswer): boolean {
  return answer.kind === 'unknown' || answer.kind === 'absent' || answer.kind === 'held'
}

function createBody(order: HoldOrder, callbackUrl: string | undefined) {
  const destination = { unit_type: 'CURRENCY', unit: 'MXN', amount: toPesos(order.amountCentavos) }
  return {
    external_id: order.externalId,
    product_id: Number(order.providerProductId),
    auto_confirm: false,
    ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
    ...(order.isRanged && { calculation_mode: 'DESTINATION_AMOUNT', destination }),
    ...(order.reference !== undefined && {
      credit_party_identifier: creditParty(order.kind, order.reference),
    }),
    ...(order.statement && { statement_identifier: statementIdentifier(order.statement) }),
    additional_identifier: { purchaser_id: order.purchaserId },
  }
}

function statementIdentifier({ reference, dueOn }: NonNullable<HoldOrder['statement']>) {
  return { reference, ...(dueOn !== null && { due_date: dueOn }) }
}

function creditParty(kind: HoldOrder['kind'], reference: string) {
  return kind === 'airtime' ? { mobile_number: `+52${reference}` } : { account_number: reference }
}
