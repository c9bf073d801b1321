import type { Cart, CartLine } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { uuidV7 } from '../../api/uuid-v7.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { type Ask, openCart, putLine } from './cart-calls.ts'
import type { CartInHand, Held } from './cart-in-hand.ts'
import type { ComingLine } from './cart-view.ts'
import { DeviceFault } from './device-fault.ts'
import { withGoods, withLine } from './local-cart.ts'

interface LineChange {
  quantity?: number
  note?: string | null
}

/** Changes to the lines of the cart in hand. They go on without the network. */
export function lineChanges(hand: CartInHand) {
  const { isOnline } = hand.parts

  /**
   * Adds goods to the cart; shown at once, priced by the server.
   *
   * @param onRefused receives a refusal, instead of showing it next to the cart
   */
  const add = (
    item: GoodsItem,
    quantity: number,
    terminalId: string | null,
    onRefused?: (fault: unknown) => void,
  ): void => {
    const line: ComingLine = { key: uuidV7(), item, quantity }
    hand.set({ coming: [...hand.state.coming, line] })
    void hand.change(async () => {
      try {
        return await added(line, terminalId)
      } catch (error) {
        if (onRefused === undefined) throw error
        onRefused(error)
        return 'as it is'
      } finally {
        hand.set({ coming: hand.state.coming.filter((each) => each !== line) })
      }
    })
  }

  const added = ({ key, item, quantity }: ComingLine, terminalId: string | null): Promise<Held> => {
    const body = { variantId: item.variantId, quantity }
    const atServer = () =>
      hand.cart === null
        ? openCart(hand.begin(), hand.parts.storeId, terminalId, [body], isOnline)
        : putLine(hand.cart.id, body, key, isOnline)
    return hand.orLocally(atServer, () => {
      if (item.kind === 'CHIP') throw new DeviceFault('chip')
      if (item.tax === null) throw new DeviceFault('tax')
      return withGoods(hand.base(), item, quantity, key)
    })
  }

  const setQuantity = (line: CartLine, quantity: number): Promise<void> =>
    quantity <= 0 ? remove(line) : patchLine(line, { quantity })

  const setNote = (line: CartLine, note: string | null): Promise<void> => patchLine(line, { note })

  const remove = (line: CartLine): Promise<void> =>
    changeLine(line, { quantity: 0 }, (id) =>
      api.DELETE('/pos/carts/{id}/lines/{lineId}', { params: { path: { id, lineId: line.id } } }),
    )

  const patchLine = (line: CartLine, body: LineChange): Promise<void> =>
    changeLine(line, body, (id) =>
      api.PATCH('/pos/carts/{id}/lines/{lineId}', { params: { path: { id, lineId: line.id } }, body }),
    )

  const changeLine = (line: CartLine, change: LineChange, ask: Ask): Promise<void> =>
    hand.change(async () => {
      const { cart } = hand
      if (cart === null) return 'as it is'
      return hand.orLocally(
        async () => (await answer(ask(cart.id))) as Cart,
        () => withLine(hand.base(), line.id, change),
      )
    })

  return { add, setQuantity, setNote, remove }
}
