import {
  AggregatorFault,
  type DebtAnswer,
  type ListWindow,
  type ProviderOrder,
  type ProviderRecord,
} from '../../../vas/sales/aggregator.ts'
import type { Call, Client, Reply } from './client.ts'
import { readBalance, readProduct, readStatement, readTransaction, type WireTransaction } from './messages.ts'
import { failureOfError, fromPesos, outcomeOf, wholesaleFrom } from './translate.ts'
import { productOf } from './translate-products.ts'

/** The provider's code for an unknown account. */
const resourceNotFound = 1000404

const transactionNotFound = 1008004

/** Far more products than any provider sells in a country, and as many transactions as are read at a time. */
const mostPages = 500
const perPage = 100

/** Pages of a hundred. Products that cannot be sold here are left out. @throws AggregatorFault */
export async function* productPages(client: Client, timeoutMs: number) {
  let read = 0
  for (let page = 1; page <= mostPages; page++) {
    const query = { country_iso_code: 'MEX', per_page: String(perPage), page: String(page) }
    const reply = await ask(client, {
      operation: 'products',
      method: 'GET',
      path: '/products',
      query,
      timeoutMs,
    })
    if (!Array.isArray(reply.body)) throw new AggregatorFault(`Page ${page} of the products is not a list`)
    read += reply.body.length
    yield reply.body.flatMap((item) => {
      const wire = readProduct(item)
      return wire ? (productOf(wire) ?? []) : []
    })
    const total = Number(reply.headers['x-total'] ?? Number.NaN)
    const isLast = Number.isNaN(total) ? reply.body.length < perPage : read >= total
    if (isLast) return
    // An empty page before the end would make products look discontinued.
    if (reply.body.length === 0) throw new AggregatorFault(`Page ${page} of the products is empty`)
  }
  throw new AggregatorFault(`The products do not end after ${mostPages} pages`)
}

/** The only status of reversed transactions in its class. */
const reversedStatus = 80_000

/** The provider lists at most one day per request. */
const longestWindowMs = 24 * 60 * 60_000
/** No account sells `mostPages` in it: a list that is as long has been answered without regard to the times. */
const shortestWindowMs = 1_000

/**
 * Pages of a hundred, window by window; a transaction on the edge of two windows is returned twice. A window with more than
 * `mostPages` is halved. @throws AggregatorFault
 */
export async function* transactionPages(
  client: Client,
  timeoutMs: number,
  { from, to, only }: ListWindow,
): AsyncGenerator<readonly ProviderRecord[]> {
  for (let startMs = from.getTime(); startMs < to.getTime(); startMs += longestWindowMs) {
    const endMs = Math.min(startMs + longestWindowMs, to.getTime())
    yield* windowPages(client, timeoutMs, { startMs, endMs, only })
  }
}

interface Span {
  readonly startMs: number
  readonly endMs: number
  readonly only: ListWindow['only']
}

async function* windowPages(
  client: Client,
  timeoutMs: number,
  { startMs, endMs, only }: Span,
): AsyncGenerator<readonly ProviderRecord[]> {
  const window = {
    from_date: new Date(startMs).toISOString(),
    to_date: new Date(endMs).toISOString(),
    per_page: String(perPage),
    ...(only === 'reversed' && { status_id: String(reversedStatus) }),
  }
  let read = 0
  for (let page = 1; page <= mostPages; page++) {
    const query = { ...window, page: String(page) }
    const reply = await client({ operation: 'list', method: 'GET', path: '/transactions', query, timeoutMs })
    // The provider documents both an empty list and a 404.
    if (reply.kind === 'refused' && reply.code === transactionNotFound && read === 0) return
    if (reply.kind !== 'ok') throw faultOf(reply)
    if (!Array.isArray(reply.body))
      throw new AggregatorFault(`Page ${page} of the transactions is not a list`)
    const total = Number(reply.headers['x-total'] ?? Number.NaN)
    if (total > mostPages * perPage && endMs - startMs > shortestWindowMs) {
      const middleMs = Math.floor((startMs + endMs) / 2)
      yield* windowPages(client, timeoutMs, { startMs, endMs: middleMs, only })
      yield* windowPages(client, timeoutMs, { startMs: middleMs, endMs, only })
      return
    }
    read += reply.body.length
    yield reply.body.map(recordOf)
    if (Number.isNaN(total) ? reply.body.length < perPage : read >= total) return
    if (reply.body.length === 0) throw new AggregatorFault(`Page ${page} of the transactions is empty`)
  }
  throw new AggregatorFault(`The transactions do not end after ${mostPages} pages`)
}

function recordOf(item: unknown): ProviderRecord {
  const wire = readTransaction(item)
  if (!wire) throw new AggregatorFault('The list contains an unreadable transaction')
  return {
    providerTransactionId: wire.id,
    externalId: wire.externalId,
    outcome: outcomeOf(wire),
    amountCentavos: wire.facePesos === undefined ? undefined : fromPesos(wire.facePesos),
    order: orderOf(wire),
  }
}

function orderOf(wire: WireTransaction): ProviderOrder | undefined {
  const { productId, createdAt, creditParty, purchaserId, wholesalePesos } = wire
  if (productId === undefined || createdAt === undefined) return undefined
  return {
    providerProductId: productId,
    reference: creditParty?.replace(/^\+52/, ''),
    purchaserId,
    createdAt,
    wholesaleCentavos: wholesaleFrom(wholesalePesos),
  }
}

/** The balance in pesos, never rounded in our favour. @throws AggregatorFault */
export async function balance(client: Client, timeoutMs: number) {
  const { body } = await ask(client, { operation: 'balance', method: 'GET', path: '/balances', timeoutMs })
  const pesos = Array.isArray(body) ? body.map(readBalance).find((one) => one !== undefined) : undefined
  const availableCentavos = pesos && fromPesos(Math.floor(pesos.available * 100 + 1e-6) / 100)
  const holdingCentavos = pesos && fromPesos(Math.ceil(pesos.holding * 100 - 1e-6) / 100)
  if (availableCentavos === undefined || holdingCentavos === undefined) {
    throw new AggregatorFault('The provider returned no balance in pesos')
  }
  return { availableCentavos, holdingCentavos }
}

async function ask(client: Client, call: Call) {
  const reply = await client(call)
  if (reply.kind === 'ok') return reply
  throw faultOf(reply)
}

function faultOf(reply: Exclude<Reply, { kind: 'ok' }>): AggregatorFault {
  if (reply.kind === 'unclear') return new AggregatorFault(reply.cause)
  return new AggregatorFault(`HTTP ${reply.status}, error ${reply.code}`, reply.status)
}

/** The open statements of an account. */
export async function lookupDebt(
  client: Client,
  timeoutMs: number,
  { providerProductId, reference }: { readonly providerProductId: string; readonly reference: string },
): Promise<DebtAnswer> {
  const body = { product_id: Number(providerProductId), account_number: reference, per_page: 100 }
  const reply = await client({
    operation: 'lookup',
    method: 'POST',
    path: '/lookup/statement-inquiry',
    body,
    timeoutMs,
  })
  if (reply.kind === 'unclear') return { kind: 'unknown', cause: reply.cause }
  if (reply.kind === 'refused') {
    const isUnknownAccount = reply.code === resourceNotFound
    const failure = isUnknownAccount ? 'invalid_reference' : failureOfError(reply.code, true)
    return { kind: 'rejected', failure, providerCode: String(reply.code) }
  }
  if (!Array.isArray(reply.body)) return { kind: 'unknown', cause: 'an unreadable list' }
  const items = reply.body.map((item) => {
    const statement = readStatement(item)
    const amountCentavos = statement && fromPesos(statement.pesos)
    return statement && amountCentavos !== undefined
      ? { reference: statement.reference, dueOn: statement.dueOn ?? null, amountCentavos }
      : undefined
  })
  const readable = items.filter((item) => item !== undefined)
  if (readable.length < items.length) return { kind: 'unknown', cause: 'an unreadable statement' }
  return { kind: 'statements', items: readable }
}
