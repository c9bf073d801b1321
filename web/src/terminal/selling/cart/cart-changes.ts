import { type Cart, type CartLine, NoAnswer } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { isRefusal } from '../../../api/refusal.ts'
import type { CartOrder } from '../orders/order.ts'
import { type CartRequest, moveToServer, recalledCart } from './cart-calls.ts'
import type { CurrentCart, NextOrder } from './current-cart.ts'
import { DeviceFault } from './device-fault.ts'

const openCarts = '/pos/carts/{id}'

/**
 * Changes to the current cart as a whole.
 *
 * @param startNew starts the next customer's order
 */
export function cartChanges(current: CurrentCart, startNew: () => void) {
  const asked = (request: CartRequest) => async (): Promise<NextOrder> => {
    const { cart, isLocal } = current.view()
    return cart === null ? 'unchanged' : current.draft((await answer(request(cart.id))) as Cart, isLocal)
  }
  const changeCart = (request: CartRequest): Promise<void> => current.change(asked(request))

  const leaveUnlessOpen = (): boolean => {
    if (current.cart === null || current.cart.status === 'OPEN') return false
    startNew()
    return true
  }

  const addDiscount = (discount: {
    line: CartLine | null
    amountCentavos?: number
    percentageBps?: number
    reason: string
  }): Promise<void> => {
    const { line, ...rest } = discount
    const body = { ...rest, ...(line === null ? { scope: 'CART' } : { scope: 'LINE', lineItemId: line.id }) }
    return changeCart((id) =>
      api.POST('/pos/carts/{id}/discounts', { params: { path: { id } }, body: body as never }),
    )
  }

  const removeDiscount = (discountId: string): Promise<void> =>
    changeCart((id) =>
      api.DELETE('/pos/carts/{id}/discounts/{discountId}', { params: { path: { id, discountId } } }),
    )

  const setCustomer = (customerId: string | null): Promise<void> =>
    changeCart((id) => api.PATCH(openCarts, { params: { path: { id } }, body: { customerId } }))

  const read: CartRequest = (id) => api.GET(openCarts, { params: { path: { id } } })

  /** Reloads the cart, for example after a decision about a discount. */
  const reload = (): Promise<void> => changeCart(read)

  /** Reloads the cart every few seconds while somebody else may change it. */
  const refresh = (): Promise<void> => current.refresh(asked(read))

  /** Parks the cart, to be recalled on any till. */
  const park = async (label: string): Promise<boolean> => {
    const body = label === '' ? {} : { label }
    await changeCart((id) => api.POST('/pos/carts/{id}/park', { params: { path: { id } }, body }))
    return leaveUnlessOpen()
  }

  const recall = (id: string, terminalId: string | null): Promise<void> =>
    current.change(() => recalled(current, id, terminalId))

  /** Cancels the cart: at the server, or without an answer on this device, which tells the server later. */
  const cancel = async (): Promise<boolean> => {
    const { generation } = current
    if (!current.view().isLocal) {
      await changeCart((id) => api.POST('/pos/carts/{id}/cancel', { params: { path: { id } }, body: {} }))
      if (leaveUnlessOpen()) return true
    }
    const { order, fault } = current.state
    const isUnanswered = fault !== null && !isRefusal(fault)
    if (order?.state !== 'DRAFT' || generation !== current.generation) return false
    if (!order.isLocal && !isUnanswered) return false
    await current.giveUp(order)
    if (generation === current.generation) startNew()
    return true
  }

  /** Continues the cart on this device only, because the network is gone. */
  const goOffline = (): Promise<void> =>
    current.change(async () => (current.cart === null ? 'unchanged' : current.draft(current.base(), true)))

  /** Moves an offline cart back to the server, which prices it again unless it is unchanged. */
  const goOnline = (terminalId: string | null): Promise<void> =>
    current.change(() => movedOnline(current, terminalId))

  return {
    ...{ addDiscount, removeDiscount, setCustomer, reload, refresh },
    ...{ park, recall, cancel, goOffline, goOnline },
  }
}

/** Recalls a parked cart, which is on this device before it is asked for. */
async function recalled(current: CurrentCart, id: string, terminalId: string | null): Promise<CartOrder> {
  const { book, isOnline } = current.options
  await current.beginRecall(id)
  try {
    const draft = current.draft(await recalledCart(id, terminalId, isOnline), false)
    await book.note(draft)
    return draft
  } catch (error) {
    // Without an answer it is found again as soon as the screen is free.
    if (isRefusal(error)) void book.drop(id, 'DRAFT')
    else book.claims.release(id)
    throw error
  }
}

/** The cart on this device, at the server. One without goods is given up. */
async function movedOnline(current: CurrentCart, terminalId: string | null): Promise<NextOrder> {
  const { order } = current.state
  if (order?.state !== 'DRAFT' || order.cart === null || !order.isLocal) return 'unchanged'
  if (order.cart.lines.length === 0) {
    await current.giveUp(order)
    return null
  }
  try {
    const moved = await moveToServer(order.cart, terminalId)
    if (moved.hasLostDiscounts) current.set({ fault: new DeviceFault('discounts') })
    return current.draft(moved.cart, false)
  } catch (error) {
    if (error instanceof NoAnswer) return 'unchanged'
    throw error
  }
}
