import { type Cart, isProblem, uuidV7 } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { isRetryable } from '../requests/answers.ts'

const pausesMs = [500, 1000, 2000] as const

/** Repeats a request a few times when no answer comes; its key or id makes it the same request. */
async function withRetries<T>(request: () => Promise<T>, isOnline: () => boolean): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = pausesMs[attempt]
    try {
      return await request()
    } catch (error) {
      // Once the network is clearly gone, the till continues offline without waiting.
      const isHopeless = pauseMs === undefined || (attempt >= 1 && !isOnline())
      if (isHopeless || !isRetryable(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** A request about the cart with this id, which answers the cart. */
export type CartRequest = (id: string) => Promise<{ data?: Cart; error?: unknown; response: Response }>

interface NewLine {
  readonly variantId: string
  readonly quantity: number
  /** For how much money; the quantity then follows from it. */
  readonly amountCentavos?: number
  /** The price and the name that were entered, of goods with an open price. */
  readonly unitPriceCentavos?: number
  readonly productName?: string
  readonly note?: string
}

/** The fields of a line with an open price: its price and its name were entered at the till. */
export const openPriceFields = (unitPriceCentavos: number, productName: string) => ({
  unitPriceCentavos,
  productName,
})

/** Opens a cart under an id made on this device, so that a repeated request opens no second one. */
export function openCart(
  id: string,
  storeId: string,
  terminalId: string | null,
  lines: NewLine[],
  isOnline: () => boolean,
  customerId: string | null = null,
): Promise<Cart> {
  const parties = { ...(terminalId !== null && { terminalId }), ...(customerId !== null && { customerId }) }
  const body = { storeId, id, ...parties, lines }
  return withRetries(() => answer(api.POST('/pos/carts', { body })), isOnline)
}

const keyed = (key: string) => ({ 'idempotency-key': key })

/** Adds a line to a cart, once for its key. */
export function putLine(id: string, body: NewLine, key: string, isOnline: () => boolean): Promise<Cart> {
  const params = { path: { id }, header: keyed(key) }
  return withRetries(() => answer(api.POST('/pos/carts/{id}/lines', { params, body })), isOnline)
}

export interface LineChange {
  quantity?: number
  note?: string | null
}

/** Changes a line, once for its key; a quantity of zero removes it. */
export async function changedLine(
  id: string,
  lineId: string,
  change: LineChange,
  key: string,
  isOnline: () => boolean,
): Promise<Cart> {
  const params = { path: { id, lineId } }
  if (change.quantity === undefined || change.quantity > 0) {
    const once = { ...params, header: keyed(key) }
    const changed = () => api.PATCH('/pos/carts/{id}/lines/{lineId}', { params: once, body: change })
    return withRetries(() => answer(changed()), isOnline)
  }
  try {
    return await withRetries(() => answer(api.DELETE('/pos/carts/{id}/lines/{lineId}', { params })), isOnline)
  } catch (error) {
    // An attempt without an answer has removed it.
    if (!isProblem(error, 'not_found')) throw error
    return withRetries(() => answer(api.GET('/pos/carts/{id}', { params: { path: { id } } })), isOnline)
  }
}

/** Recalls a parked cart. Recalling one's own again returns it. */
export function recalledCart(id: string, terminalId: string | null, isOnline: () => boolean): Promise<Cart> {
  const params = { path: { id } }
  const body = terminalId === null ? {} : { terminalId }
  return withRetries(() => answer(api.POST('/pos/carts/{id}/recall', { params, body })), isOnline)
}

/** Abandons a cart whose goods are in another one. A failure is harmless. */
async function abandonCart(id: string): Promise<void> {
  await api.POST('/pos/carts/{id}/cancel', { params: { path: { id } }, body: {} }).catch(() => undefined)
}

interface MovedCart {
  readonly cart: Cart
  /** The cart had discounts, and has to be given them again. */
  readonly hasLostDiscounts: boolean
}

/**
 * Moves an offline cart to the server: the original one if nothing changed since, otherwise a new one with
 * the same goods at current prices, for the same customer.
 *
 * @throws ProblemError · NoAnswer
 */
export async function moveToServer(local: Cart, terminalId: string | null): Promise<MovedCart> {
  const path = { id: local.id }
  const known = await answer(api.GET('/pos/carts/{id}', { params: { path } })).catch((error: unknown) => {
    if (isProblem(error, 'not_found')) return null
    throw error
  })
  if (known?.status === 'OPEN' && isSameGoods(known, local)) return { cart: known, hasLostDiscounts: false }
  const lines = local.lines.map((line) => ({
    variantId: line.variantId,
    quantity: line.quantity,
    ...(line.amountCentavos !== null && { amountCentavos: line.amountCentavos }),
    ...(line.isPriceOpen && openPriceFields(line.unitPriceCentavos, line.productName)),
    ...(line.note !== null && { note: line.note }),
  }))
  const customerId = known?.customerId ?? null
  const cart = await openCart(uuidV7(), local.storeId, terminalId, lines, () => true, customerId)
  if (known !== null) await abandonCart(local.id)
  return { cart, hasLostDiscounts: known !== null && known.discounts.length > 0 }
}

/** Whether the cart is unchanged since the server last showed it. */
function isSameGoods(known: Cart, local: Cart): boolean {
  return (
    known.lines.length === local.lines.length &&
    known.lines.every((line) =>
      local.lines.some(
        ({ id, quantity, amountCentavos, note }) =>
          id === line.id &&
          quantity === line.quantity &&
          amountCentavos === line.amountCentavos &&
          note === line.note,
      ),
    )
  )
}
