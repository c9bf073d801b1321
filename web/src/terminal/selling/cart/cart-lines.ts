import { type Cart, type CartLine, uuidV7 } from '@mostrador/client'
import type { GoodsItem } from '../../catalog/goods-item.ts'
import { quantityFor } from '../money/rounding.ts'
import { changedLine, type LineChange, openCart, openPriceFields, putLine } from './cart-calls.ts'
import type { PendingLine, Step } from './cart-view.ts'
import type { CurrentCart, NextOrder } from './current-cart.ts'
import { DeviceFault } from './device-fault.ts'
import { withGoods, withLine, withLineAtNewPrice } from './local-cart.ts'

/** How much of something: a quantity, or what an amount of money buys. */
export type HowMuch = number | { readonly amountCentavos: number }

function measured({ priceCentavos }: GoodsItem, howMuch: HowMuch) {
  if (typeof howMuch === 'number') return { quantity: howMuch, amountCentavos: null }
  const { amountCentavos } = howMuch
  return { quantity: quantityFor(amountCentavos, priceCentavos), amountCentavos }
}

/** Changes to the lines of the current cart. They go on without the network. */
export function lineChanges(current: CurrentCart) {
  const { isOnline } = current.options
  const changeLine = lineChange(current)

  /**
   * Adds goods to the cart; shown at once, priced by the server.
   *
   * @param onRefused receives a refusal, instead of showing it next to the cart
   */
  const add = (
    item: GoodsItem,
    howMuch: HowMuch,
    terminalId: string | null,
    onRefused?: (fault: unknown) => void,
  ): void => {
    const line: PendingLine = { key: uuidV7(), item, ...measured(item, howMuch) }
    current.set({ pending: [...current.state.pending, line] })
    void current.change(async () => {
      try {
        return await added(line, terminalId)
      } catch (error) {
        if (onRefused === undefined) throw error
        onRefused(error)
        return await current.reloaded(error)
      } finally {
        current.set({ pending: current.state.pending.filter((each) => each !== line) })
      }
    })
  }

  const added = async (line: PendingLine, terminalId: string | null): Promise<NextOrder> => {
    // The payment is for the cart as it is: it would be refused for a changed one.
    if (current.view().paying !== null) throw new DeviceFault('charging')
    const { key, item, quantity, amountCentavos } = line
    const { variantId } = item
    const body = {
      variantId,
      quantity,
      ...(amountCentavos !== null && { amountCentavos }),
      ...(item.isPriceOpen && openPriceFields(item.priceCentavos, item.name)),
    }
    const atServer = () =>
      current.cart === null
        ? openCart(current.begin(), current.options.storeId, terminalId, [body], isOnline)
        : putLine(current.cart.id, body, key, isOnline)
    return current.orOffline(atServer, () => {
      if (item.kind === 'CHIP') throw new DeviceFault('chip')
      if (item.tax === null) throw new DeviceFault('tax')
      return withGoods(current.base(), item, quantity, key, amountCentavos)
    })
  }

  /** @param goods of the line, as this device's catalog has them, for more of them without the network */
  const setQuantity = (line: CartLine, quantity: number, goods?: GoodsItem): Promise<void> =>
    changeLine(line, () => ({ quantity }), goods)

  const setNote = (line: CartLine, note: string | null): Promise<void> => changeLine(line, () => ({ note }))

  const remove = (line: CartLine): Promise<void> => setQuantity(line, 0)

  /**
   * Adds pieces to a line or takes them away; shown at once. They are counted from what the changes before have
   * made of the line, which is not on the screen yet.
   *
   * @param goods as above
   */
  const step = async (line: CartLine, by: number, goods?: GoodsItem): Promise<void> => {
    const each: Step = { lineId: line.id, by }
    current.set({ steps: [...current.state.steps, each] })
    await changeLine(line, ({ quantity }) => ({ quantity: quantity + by }), goods)
    current.set({ steps: current.state.steps.filter((other) => other !== each) })
  }

  return { add, setQuantity, setNote, remove, step }
}

/**
 * Changes a line as it is when its turn comes. A change before may have removed it: then nothing is left to do. A cart
 * that went back to the server has new lines: a change to one of the old is refused, so that the cashier repeats it.
 */
const lineChange =
  (current: CurrentCart) =>
  (line: CartLine, changeOf: (present: CartLine) => LineChange, goods?: GoodsItem): Promise<void> => {
    const key = uuidV7()
    const lineIn = (cart: Cart | null) => cart?.lines.find(({ id }) => id === line.id)
    const pressed = current.cart
    const wasThere = lineIn(pressed) !== undefined
    return current.change(async () => {
      const { cart } = current
      const present = lineIn(cart)
      if (cart === null || present === undefined) {
        if (wasThere && cart?.id === pressed?.id) return 'unchanged'
        throw new DeviceFault('line')
      }
      const change = changeOf(present)
      return current.orOffline(
        () => changedLine(cart.id, line.id, change, key, current.options.isOnline),
        () =>
          goods === undefined
            ? withLine(current.base(), line.id, change)
            : withLineAtNewPrice(current.base(), line.id, change, { item: goods, lineId: key }),
      )
    })
  }
