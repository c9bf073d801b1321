import { answer, api } from '../api/client.ts'
import { ApiProblem, isProblem, NoAnswer } from '../api/problem.ts'
import type { Sale } from '../api/types.ts'
import { type OpenOrder, saleRequest } from './order.ts'
import type { Refusal } from './sale-machine.ts'

/** What asking about an order has taught. */
export type Truth =
  | { kind: 'sale'; sale: Sale; retryAfterMs: number | undefined }
  /** The order arrived and is being worked on; its sale can be asked for. */
  | { kind: 'known'; saleId: string }
  /** Nothing was attempted, and nothing will be. */
  | { kind: 'refused'; refusal: Refusal }
  /** Nobody knows yet; ask again. */
  | { kind: 'unknown'; retryAfterMs: number | undefined }

/** Sending again is safe under its key, but the customer may be gone: after this long it is only asked for. */
const resendWithinMs = 2 * 60_000
/** A request that was given up may still arrive for this long. */
const arrivalMs = 45_000
/** Dates in headers are whole seconds, and requests travel. */
const clockSlackMs = 5_000

/**
 * Asks the server what became of an order, sending it (again) while that is still what the customer
 * wants. Never throws.
 */
export async function truthOf(open: OpenOrder, nowMs: number, onSending: () => void): Promise<Truth> {
  try {
    if (open.saleId !== null) return await truthOfSale(open.saleId)
    if (open.sentAtMs !== null) await assertOwnSession(open)
    if (nowMs - open.openedAtMs <= resendWithinMs) return await send(open, onSending)
    const isStillTravelling = open.sentAtMs !== null && nowMs - open.sentAtMs < arrivalMs
    return isStillTravelling ? unknown(arrivalMs) : await lookUp(open, neverSent)
  } catch (error) {
    return unknown(error instanceof ApiProblem ? error.retryAfterMs : undefined)
  }
}

const unknown = (retryAfterMs?: number): Truth => ({ kind: 'unknown', retryAfterMs })

const neverSent: Refusal = { code: 'never_sent', detail: null, earlier: null }

/**
 * Another window may have signed somebody else in. Under their session the key would be a new one, and
 * their list of sales says nothing about this order.
 *
 * @throws NoAnswer when the session belongs to another account
 */
async function assertOwnSession({ accountId }: OpenOrder): Promise<void> {
  const { account } = await answer(api.GET('/auth/me'))
  if (account.id !== accountId) throw new NoAnswer('the session belongs to somebody else')
}

async function truthOfSale(id: string): Promise<Truth> {
  const call = api.GET('/vas/sale/{id}', { params: { path: { id } } })
  const sale = await answer(call)
  const { response } = await call
  return { kind: 'sale', sale, retryAfterMs: secondsOf(response) }
}

async function send(open: OpenOrder, onSending: () => void): Promise<Truth> {
  onSending()
  try {
    const call = api.POST('/vas/sale', {
      body: saleRequest(open.order),
      headers: { 'Idempotency-Key': open.key, Prefer: 'wait=8' },
    })
    const sale = await answer(call)
    const { response } = await call
    return { kind: 'sale', sale, retryAfterMs: secondsOf(response) }
  } catch (error) {
    if (isProblem(error, 'idempotency_key_in_use') && typeof error.extras['saleId'] === 'string') {
      return { kind: 'known', saleId: error.extras['saleId'] }
    }
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    // A refusal answers the attempt that it belongs to. Had an earlier one arrived, its sale exists.
    return open.sentAtMs === null ? { kind: 'refused', refusal } : await lookUp(open, refusal)
  }
}

/** Looks for the order among the store's latest sales; absent, it was refused with `otherwise`. */
async function lookUp(open: OpenOrder, otherwise: Refusal): Promise<Truth> {
  const { order } = open
  const { items } = await answer(
    api.GET('/vas/sales', { params: { query: { storeId: order.storeId, limit: 100 } } }),
  )
  const found = items.find(
    (sale) =>
      sale.product.id === order.product.id &&
      sale.reference === order.digits &&
      sale.id !== order.repeats &&
      Date.parse(sale.createdAt) >= open.openedAtMs - clockSlackMs,
  )
  return found === undefined ? { kind: 'refused', refusal: otherwise } : { kind: 'known', saleId: found.id }
}

/** Answers that leave open whether the order will be carried out: asked again later. */
const undecided = new Set([401, 408, 425, 429])
const undecidedCodes = new Set(['idempotency_key_in_use', 'idempotency_key_reused', 'unreadable_answer'])

/** Why nothing was attempted; `null` when the answer does not settle that. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiProblem) || undecidedCodes.has(error.code)) return null
  const isRefusal =
    error.status < 500 ? !undecided.has(error.status) : error.code === 'aggregator_unavailable'
  if (!isRefusal) return null
  const { saleId, folio, status } = error.extras
  return {
    code: error.code,
    detail: error.detail ?? null,
    earlier:
      error.code === 'duplicate_suspected' && typeof saleId === 'string'
        ? { saleId, folio: String(folio ?? ''), status: String(status ?? '') }
        : null,
  }
}

function secondsOf(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  return header === null ? undefined : Number(header) * 1000 || undefined
}
