import { isProblem, type ProblemError, type VasSale } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { saleRequest, type VasOrder } from '../orders/order.ts'
import { assertOwnSession, retryAfterMsOf } from '../requests/answers.ts'
import type { Refusal } from './sale-machine.ts'

/** What is known about an order. */
export type VasOrderStatus =
  | { kind: 'sale'; sale: VasSale; retryAfterMs: number | undefined }
  /** The order arrived and is in progress; its sale can be polled. */
  | { kind: 'known'; saleId: string }
  /** Its sale has ended, and reading the result would reveal a PIN that nobody is there to see. */
  | { kind: 'ready'; saleId: string }
  /** Nothing was attempted, and nothing will be. */
  | { kind: 'refused'; refusal: Refusal }
  /** Unknown; ask again. */
  | { kind: 'unknown'; retryAfterMs: number | undefined }

/**
 * Sending again is safe under the same key, but the customer may be gone: after this long the order is only
 * looked up.
 */
const resendWithinMs = 2 * 60_000
/** How long an abandoned request may still arrive. */
const arrivalMs = 45_000
/** The server keeps keys for 30 days. Within them, a key that it does not know was never carried out. */
const keysKnownForMs = 29 * 24 * 60 * 60_000

/**
 * Finds out what became of an order, sending it (again) while the customer still waits for it. Never throws.
 */
export async function vasOrderStatus(
  open: VasOrder,
  nowMs: number,
  onSending: () => Promise<void>,
): Promise<VasOrderStatus> {
  try {
    if (open.saleId !== null) {
      return open.isParked && open.kind === 'pin'
        ? await unseenPinStatus(open, open.saleId)
        : await saleStatus(open.saleId)
    }
    if (open.sentAtMs !== null) await assertOwnSession(open)
    const mayArrive = open.sentAtMs !== null && nowMs - open.sentAtMs < arrivalMs
    if (nowMs - open.openedAtMs <= resendWithinMs) return await send(open, mayArrive, onSending)
    if (mayArrive) return unknown(arrivalMs)
    return await lookUp(open, nowMs - open.openedAtMs < keysKnownForMs ? neverSent : tooOld)
  } catch (error) {
    return unknown(retryAfterMsOf(error))
  }
}

const unknown = (retryAfterMs?: number): VasOrderStatus => ({ kind: 'unknown', retryAfterMs })

const neverSent: Refusal = { code: 'never_sent', detail: null, earlier: null }
const tooOld: Refusal = { code: 'too_old', detail: null, earlier: null }

async function saleStatus(id: string): Promise<VasOrderStatus> {
  const call = api.GET('/vas/sale/{id}', { params: { path: { id } } })
  const sale = await answer(call)
  const { response } = await call
  return { kind: 'sale', sale, retryAfterMs: secondsOf(response) }
}

/**
 * Reading the sale reveals its PIN, which is shown only once. While the order is parked, the list of pending
 * sales says enough.
 */
async function unseenPinStatus({ terms }: VasOrder, saleId: string): Promise<VasOrderStatus> {
  const query = { storeId: terms.storeId, status: 'PENDING', limit: 200 } as const
  const { items, nextCursor } = await answer(api.GET('/vas/sales', { params: { query } }))
  const isOpen = nextCursor !== null || items.some((sale) => sale.id === saleId)
  return { kind: isOpen ? 'known' : 'ready', saleId }
}

/** @param mayArrive whether an earlier attempt may still reach the server */
async function send(
  open: VasOrder,
  mayArrive: boolean,
  onSending: () => Promise<void>,
): Promise<VasOrderStatus> {
  await onSending()
  try {
    const call = api.POST('/vas/sale', {
      body: saleRequest(open.terms),
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
    if (open.sentAtMs === null) return { kind: 'refused', refusal }
    // A refusal is about one attempt only. An earlier one may have made the sale, or may still make it.
    const found = await lookUp(open, refusal)
    return found.kind === 'refused' && mayArrive ? unknown(arrivalMs) : found
  }
}

/** Looks up the sale made under the order's key; `otherwise` is the result when there is none. */
async function lookUp({ key, terms }: VasOrder, otherwise: Refusal): Promise<VasOrderStatus> {
  const query = { storeId: terms.storeId, idempotencyKey: key, limit: 1 }
  const { items } = await answer(api.GET('/vas/sales', { params: { query } }))
  const [found] = items
  return found === undefined ? { kind: 'refused', refusal: otherwise } : { kind: 'known', saleId: found.id }
}

/** Why nothing was attempted; `null` when the error leaves that open. */
function refusalOf(error: unknown): Refusal | null {
  if (!isRefusal(error)) return null
  if (error.code === 'idempotency_key_reused') return null
  const { saleId, folio, status } = error.extras
  return {
    code: error.code,
    detail: error.detail ?? null,
    earlier:
      error.code === 'duplicate_suspected' && typeof saleId === 'string'
        ? { saleId, folio: String(folio ?? ''), status: String(status ?? '') }
        : null,
    ...limitOf(error),
  }
}

/** `vas.reference_day_max_sales` is a limit of the reference. */
function limitOf({ code, extras }: ProblemError): Pick<Refusal, 'limit'> {
  const of = ['cashier', 'store', 'reference'] as const
  const found = of.find((each) => String(extras['limit']).startsWith(`vas.${each}_`))
  if (code !== 'velocity_exceeded' || found === undefined) return {}
  const { againAt } = extras
  return { limit: { of: found, againAt: typeof againAt === 'string' ? againAt : null } }
}

function secondsOf(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  return header === null ? undefined : Number(header) * 1000 || undefined
}
