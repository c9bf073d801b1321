import { type Cart, isProblem } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { uuidV7 } from '../../api/uuid-v7.ts'
import { isUndecided } from './answers.ts'

const pausesMs = [500, 1000, 2000] as const

/** Asks a few times where nobody answers; the request says by its key or id that it is the same one. */
async function insist<T>(ask: () => Promise<T>, isOnline: () => boolean): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = pausesMs[attempt]
    try {
      return await ask()
    } catch (error) {
      // Once it is clear that the network is gone, the till goes on without it at once.
      const isHopeless = pauseMs === undefined || (attempt >= 1 && !isOnline())
      if (isHopeless || !mayPass(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Whether asking again may help; who is not signed in any more has to hear of it. */
const mayPass = (error: unknown) => isUndecided(error) && !isProblem(error, 'unauthenticated')

export interface NewLine {
  readonly variantId: string
  readonly quantity: number
  readonly note?: string
}

/** Opens a cart under an id that the device has made, so that asking again makes no second one. */
export function openCart(
  id: string,
  storeId: string,
  terminalId: string | null,
  lines: NewLine[],
  isOnline: () => boolean,
): Promise<Cart> {
  const body = { storeId, id, ...(terminalId !== null && { terminalId }), lines }
  return insist(() => answer(api.POST('/pos/carts', { body })), isOnline)
}

/** Puts goods into a cart, once for the key. */
export function putLine(id: string, body: NewLine, key: string, isOnline: () => boolean): Promise<Cart> {
  const params = { path: { id }, header: { 'idempotency-key': key } }
  return insist(() => answer(api.POST('/pos/carts/{id}/lines', { params, body })), isOnline)
}

/** Lets go of a cart that nobody goes on with; if the server has none, or does not answer, nothing is lost. */
export async function letGo(id: string): Promise<void> {
  await api.POST('/pos/carts/{id}/cancel', { params: { path: { id } }, body: {} }).catch(() => undefined)
}

/**
 * A cart of the device, at the server again: the one that was there before where nothing has changed since, and else a
 * new one with the same goods, at the prices of this moment.
 *
 * @throws ProblemError · NoAnswer
 */
export async function backAtServer(local: Cart, terminalId: string | null): Promise<Cart> {
  const path = { id: local.id }
  const known = await answer(api.GET('/pos/carts/{id}', { params: { path } })).catch((error: unknown) => {
    if (isProblem(error, 'not_found')) return null
    throw error
  })
  if (known?.status === 'OPEN' && isSameGoods(known, local)) return known
  const lines = local.lines.map(({ variantId, quantity, note }) => ({
    variantId,
    quantity,
    ...(note !== null && { note }),
  }))
  const fresh = await openCart(uuidV7(), local.storeId, terminalId, lines, () => true)
  if (known !== null) await letGo(local.id)
  return fresh
}

/** Whether nothing was changed on the device since the server showed the cart. */
function isSameGoods(known: Cart, local: Cart): boolean {
  return (
    known.lines.length === local.lines.length &&
    known.lines.every((line) =>
      local.lines.some(
        ({ id, quantity, note }) => id === line.id && quantity === line.quantity && note === line.note,
      ),
    )
  )
}
