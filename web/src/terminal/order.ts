import type { CatalogEntry, PaymentMethod, SaleRequest, VasKind } from '../api/types.ts'

export interface Payment {
  method: PaymentMethod
  /** Cash that the customer handed over; `null` when nobody counted it. */
  tenderedCentavos: number | null
}

/** What was agreed with the customer, frozen when the cashier confirms it. */
export interface Order {
  storeId: string
  terminalId: string | null
  product: CatalogEntry
  /** National digits of the phone, or what the bill says; empty for a PIN. */
  reference: string
  /** Face value: what the phone or the bill is credited with. */
  amountCentavos: number
  /** The looked-up statement that is paid. */
  quote: { id: string; statementReference: string } | null
  payment: Payment
  /** The earlier sale that this one repeats on purpose. */
  repeats: string | null
}

/** An order on its way: kept on the device from the confirmation until its outcome is known. */
export interface OpenOrder {
  /** Idempotency-Key: made once, used for every attempt. */
  key: string
  /** Keys are scoped to the caller: only this account may ask again. */
  accountId: string
  order: Order
  /** Server time, milliseconds. */
  openedAtMs: number
  /** When it was last sent; `null`: never. Server time, milliseconds. */
  sentAtMs: number | null
  saleId: string | null
  /** The cashier went on with another customer. */
  isParked: boolean
}

export function kindOf({ order }: OpenOrder): VasKind {
  return order.product.kind
}

/** What the customer pays: face value and fee. */
export function totalCentavos({
  product,
  amountCentavos,
}: Pick<Order, 'product' | 'amountCentavos'>): number {
  return amountCentavos + product.feeCentavos
}

/** The same body for every attempt: the server refuses a key that comes with another one. */
export function saleRequest(order: Order): SaleRequest {
  const { product, payment, quote } = order
  return {
    storeId: order.storeId,
    productId: product.id,
    ...(order.reference !== '' && { reference: order.reference }),
    ...(product.amountCentavos === null && { amountCentavos: order.amountCentavos }),
    ...(quote !== null && { quoteId: quote.id, statementReference: quote.statementReference }),
    ...(order.terminalId !== null && { terminalId: order.terminalId }),
    payment: {
      method: payment.method,
      ...(payment.tenderedCentavos !== null && { tenderedCentavos: payment.tenderedCentavos }),
    },
    ...(order.repeats !== null && { confirmDuplicate: true }),
  }
}
