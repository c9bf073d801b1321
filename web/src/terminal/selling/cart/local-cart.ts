import type { Cart, CartLine } from '@mostrador/client'
import type { GoodsItem } from '../../catalog/goods-item.ts'
import { lineCentavos, taxCentavos } from '../money/rounding.ts'
import type { LineChange } from './cart-calls.ts'

/** An empty cart that exists on this device only. */
export function localCart(id: string, storeId: string, nowIso: string): Cart {
  return {
    id,
    storeId,
    membershipId: '',
    terminalId: null,
    customerId: null,
    status: 'OPEN',
    label: null,
    version: 0,
    grossCentavos: 0,
    discountCentavos: 0,
    taxCentavos: 0,
    totalCentavos: 0,
    cashTotalCentavos: 0,
    lines: [],
    discounts: [],
    orderId: null,
    createdAt: nowIso,
    updatedAt: nowIso,
  }
}

/**
 * Continues a server's cart on this device: the same goods, notes and prices, without discounts and customer.
 */
export function localOf(cart: Cart): Cart {
  const lines = cart.lines.map((line) => priced({ ...line, discountCentavos: 0 }))
  return summed({ ...cart, customerId: null, discounts: [], lines })
}

/**
 * Adds goods. A repeated item adds to its line, unless a note, an amount or another price distinguishes it.
 *
 * @param amountCentavos what was asked for instead of a quantity, which follows from it
 */
export function withGoods(
  cart: Cart,
  item: GoodsItem,
  quantity: number,
  lineId: string,
  amountCentavos: number | null = null,
  note: string | null = null,
): Cart {
  const same = cart.lines.find(
    (line) =>
      line.variantId === item.variantId &&
      line.note === note &&
      // Of goods with an open price, the name is entered too.
      line.productName === item.name &&
      line.unitPriceCentavos === item.priceCentavos &&
      line.amountCentavos === null &&
      amountCentavos === null,
  )
  if (same !== undefined) return withLine(cart, same.id, { quantity: same.quantity + quantity })
  const line: CartLine = {
    id: lineId,
    position: cart.lines.length + 1,
    productId: item.productId,
    variantId: item.variantId,
    productName: item.name,
    variantName: item.variantName,
    sku: item.sku,
    kind: item.kind,
    unit: item.unit,
    quantity,
    amountCentavos,
    unitPriceCentavos: item.priceCentavos,
    taxRateBps: item.tax?.rateBps ?? 0,
    isTaxExempt: item.tax?.isExempt ?? false,
    isTaxIncluded: item.isTaxIncluded,
    grossCentavos: 0,
    discountCentavos: 0,
    taxCentavos: 0,
    totalCentavos: 0,
    note,
    isPriceOpen: item.isPriceOpen,
  }
  return summed({ ...cart, lines: [...cart.lines, priced(line)] })
}

/** Changes a line's quantity or note; a quantity of zero removes the line. */
export function withLine(cart: Cart, lineId: string, change: LineChange): Cart {
  // Another quantity takes the place of the amount.
  const changed = (line: CartLine): CartLine => ({
    ...line,
    ...change,
    amountCentavos: change.quantity === undefined ? line.amountCentavos : null,
  })
  const lines = cart.lines
    .map((line) => (line.id === lineId ? priced(changed(line)) : line))
    .filter(({ quantity }) => quantity > 0)
  return summed({ ...cart, lines })
}

/** The goods of a line as this device's catalog has them, and the id of the line that more of them may become. */
interface More {
  readonly item: GoodsItem
  readonly lineId: string
}

/** The same; more of goods whose price has changed since is added at the new one, like goods that are scanned. */
export function withLineAtNewPrice(
  cart: Cart,
  lineId: string,
  change: LineChange,
  { item, lineId: id }: More,
): Cart {
  const line = cart.lines.find((each) => each.id === lineId)
  const { quantity } = change
  const more = line === undefined || quantity === undefined ? 0 : quantity - line.quantity
  if (
    line === undefined ||
    more <= 0 ||
    line.isPriceOpen ||
    line.unitPriceCentavos === item.priceCentavos ||
    item.tax === null
  )
    return withLine(cart, lineId, change)
  const { note = line.note } = change
  return withGoods(withLine(cart, lineId, { note }), item, more, id, null, note)
}

/**
 * The server's rules: gross and tax are rounded half up line by line, and the cart is the sum of its lines.
 */
function priced(line: CartLine): CartLine {
  const quantity = Math.round(line.quantity * 1000) / 1000
  const gross = lineCentavos({ ...line, quantity })
  const net = gross - line.discountCentavos
  const tax = taxCentavos(net, line.taxRateBps, line.isTaxIncluded)
  return {
    ...line,
    quantity,
    grossCentavos: gross,
    taxCentavos: tax,
    totalCentavos: net + (line.isTaxIncluded ? 0 : tax),
  }
}

function summed(cart: Cart): Cart {
  const sum = (of: (line: CartLine) => number) => cart.lines.reduce((total, line) => total + of(line), 0)
  return {
    ...cart,
    grossCentavos: sum((line) => line.grossCentavos),
    discountCentavos: sum((line) => line.discountCentavos),
    taxCentavos: sum((line) => line.taxCentavos),
    totalCentavos: sum((line) => line.totalCentavos),
    cashTotalCentavos: sum((line) => line.totalCentavos),
  }
}
