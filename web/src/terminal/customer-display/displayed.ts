import type { Sale } from '@mostrador/client'
import type { Display, DisplayLine } from '../../customer-display/display.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { isMeasured, type Unit } from '../../ui/format/typed-quantity.ts'
import { type CartView, pendingCentavos } from '../selling/cart/cart-view.ts'
import { changeOf } from '../selling/money/tender.ts'
import { totalCentavos, type VasTerms } from '../selling/orders/order.ts'
import type { SaleState } from '../selling/vas/sale-machine.ts'

interface Goods {
  readonly name: string
  readonly variantName: string | null
  readonly unit: Unit
  readonly quantity: number
}

/** What is shown of a `CartView`. */
interface ShownCart extends Pick<CartView, 'cart' | 'pending' | 'provisional'> {
  readonly sold: {
    readonly order: Pick<Sale['order'], 'totalCentavos' | 'roundingCentavos'>
    readonly payments: Parameters<typeof changeOf>[0]
  } | null
}

/**
 * What the customer sees of a sale of goods: names, quantities and amounts, nothing about the shop.
 *
 * @param unitName a unit's short name
 */
export function displayOfCart(view: ShownCart, unitName: (unit: Unit) => string): Display {
  const { cart, pending, sold, provisional } = view
  if (sold !== null) {
    const { order, payments } = sold
    return {
      step: 'THANKS',
      totalCentavos: order.totalCentavos + order.roundingCentavos,
      changeCentavos: changeOf(payments),
    }
  }
  if (provisional !== null) {
    const { totalCentavos: total, changeCentavos } = provisional
    return { step: 'THANKS', totalCentavos: total, changeCentavos }
  }
  const shown = ({ name, variantName, unit, quantity }: Goods) => ({
    name: variantName === null ? name : `${name} · ${variantName}`,
    quantity: isMeasured(unit) ? `${formatQuantity(quantity)} ${unitName(unit)}` : formatQuantity(quantity),
  })
  const lines: DisplayLine[] = [
    ...(cart?.lines ?? []).map((line) => ({
      ...shown({ ...line, name: line.productName }),
      key: line.id,
      amountCentavos: line.grossCentavos,
    })),
    ...pending.map((line) => ({
      ...shown({ ...line.item, quantity: line.quantity }),
      key: line.key,
      amountCentavos: pendingCentavos(line),
    })),
  ]
  if (lines.length === 0) return { step: 'WELCOME' }
  const waiting = pending.reduce((sum, line) => sum + pendingCentavos(line), 0)
  return {
    step: 'SALE',
    lines,
    discountCentavos: cart?.discountCentavos ?? 0,
    totalCentavos: (cart?.totalCentavos ?? 0) + waiting,
  }
}

/**
 * What the customer sees of a service: what it is and what it costs. Phone numbers, references and PINs never are on
 * this screen.
 */
export function displayOfService(sale: SaleState): Display {
  switch (sale.step) {
    case 'form':
      return { step: 'WELCOME' }
    case 'confirm':
      return charged(sale.draft)
    case 'processing':
    case 'pending':
      return charged(sale.open.terms)
    case 'outcome': {
      const { terms } = sale.open
      const isSold = sale.result.variant === 'APPROVED' || sale.result.variant === 'APPROVED_PIN'
      if (!isSold) return { step: 'WELCOME' }
      const total = totalCentavos(terms)
      const { tenderedCentavos } = terms.payment
      return {
        step: 'THANKS',
        totalCentavos: total,
        changeCentavos: Math.max(0, (tenderedCentavos ?? total) - total),
      }
    }
  }
}

function charged(terms: Pick<VasTerms, 'product' | 'amountCentavos'>): Display {
  const total = totalCentavos(terms)
  const line = { key: terms.product.id, name: terms.product.name, quantity: '1', amountCentavos: total }
  return { step: 'SALE', lines: [line], discountCentavos: 0, totalCentavos: total }
}
