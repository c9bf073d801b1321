import type {
  Cart,
  CartFinalization,
  NewOfflineSale,
  NewVasSale,
  OfflineSaleReason,
  PaymentMethod,
  VasKind,
  VasProduct,
} from '@mostrador/client'

/** What every order on this device has, whatever it sells. */
interface OrderBase {
  /** Made once (UUIDv7) and used for every attempt. Of goods it is the id of the cart and of the offline sale as well. */
  readonly key: string
  /** Keys are scoped to the caller: only this account may ask again. */
  readonly accountId: string
  /** Server time, milliseconds. */
  readonly openedAtMs: number
  /** When it was last sent; `null`: never. Server time, milliseconds. */
  readonly sentAtMs: number | null
}

export interface Payment {
  method: PaymentMethod
  /** Cash that the customer handed over; `null` when nobody counted it. */
  tenderedCentavos: number | null
}

/** What was agreed with the customer about a service, frozen when the cashier confirms it. */
export interface ServiceTerms {
  storeId: string
  terminalId: string | null
  product: VasProduct
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

/** Airtime, a bill or a PIN on its way: from the confirmation until its outcome is known. */
export interface ServiceOrder extends OrderBase {
  readonly kind: VasKind
  readonly state: 'SENT'
  readonly terms: ServiceTerms
  readonly saleId: string | null
  /** The cashier went on with another customer. */
  readonly isParked: boolean
}

interface GoodsBase extends OrderBase {
  readonly kind: 'goods'
  readonly storeId: string
}

/** Goods that are being put together. */
export interface CartOrder extends GoodsBase {
  readonly state: 'DRAFT'
  /** As it was last shown; `null` before anybody has answered. */
  readonly cart: Cart | null
  /** It is on this device alone, since nobody answers. */
  readonly isLocal: boolean
}

/** Goods whose payment was sent, or is about to be; it stays until the ticket was put away. */
export interface PaidOrder extends GoodsBase {
  readonly state: 'SENT'
  readonly cart: Cart
  readonly payment: CartFinalization
}

/**
 * What has become of a sale that was made without a network, as far as this device knows: it waits for the network, the
 * server refused to take it in, or has it; there it is booked, or waits for a supervisor, or was discarded.
 */
export type OfflineState = 'WAITING' | 'REFUSED' | 'HELD' | 'BOOKED' | 'DISCARDED'

/** Goods that were sold on this device alone. */
export interface OfflineOrder extends GoodsBase {
  readonly state: OfflineState
  readonly cashierName: string
  readonly totalCentavos: number
  readonly changeCentavos: number
  /** What is handed in. */
  readonly sale: NewOfflineSale
  /** The payment that was sent before the network went: asked about first, since it may have arrived. */
  readonly payment: CartFinalization | null
  readonly reasons: readonly OfflineSaleReason[]
  /** The code of what the server said no with. */
  readonly faultCode: string | null
  readonly folio: string | null
  readonly settledAtMs: number | null
}

export type GoodsOrder = CartOrder | PaidOrder | OfflineOrder
export type Order = ServiceOrder | GoodsOrder
export type OrderState = Order['state']

/**
 * What an order may become, and what it may begin as. Whoever reaches its end takes it off the device. Nothing leads back
 * from what was sold here: another window that knows less about an order can neither sell it again nor lose it.
 */
const successors: Readonly<Record<OrderState | 'NONE', readonly OrderState[]>> = {
  NONE: ['DRAFT', 'SENT', 'WAITING'],
  DRAFT: ['DRAFT', 'SENT', 'WAITING'],
  SENT: ['SENT', 'WAITING'],
  WAITING: ['REFUSED', 'HELD', 'BOOKED', 'DISCARDED'],
  REFUSED: ['REFUSED', 'HELD', 'BOOKED', 'DISCARDED'],
  HELD: ['REFUSED', 'HELD', 'BOOKED', 'DISCARDED'],
  BOOKED: [],
  DISCARDED: [],
}

export const mayFollow = (kept: Order | null, next: Order) =>
  successors[kept?.state ?? 'NONE'].includes(next.state)

export const isOffline = (order: Order): order is OfflineOrder =>
  order.kind === 'goods' && order.state !== 'DRAFT' && order.state !== 'SENT'

/** Whether somebody still has to do or to wait for something. */
export const isOpen = ({ state }: OfflineOrder) => state !== 'BOOKED' && state !== 'DISCARDED'

/** What the customer pays for a service: face value and fee. */
export function totalCentavos({
  product,
  amountCentavos,
}: Pick<ServiceTerms, 'product' | 'amountCentavos'>): number {
  return amountCentavos + product.feeCentavos
}

/** The same body for every attempt: the server refuses a key that comes with another one. */
export function saleRequest(terms: ServiceTerms): NewVasSale {
  const { product, payment, quote } = terms
  return {
    storeId: terms.storeId,
    productId: product.id,
    ...(terms.reference !== '' && { reference: terms.reference }),
    ...(product.amountCentavos === null && { amountCentavos: terms.amountCentavos }),
    ...(quote !== null && { quoteId: quote.id, statementReference: quote.statementReference }),
    ...(terms.terminalId !== null && { terminalId: terms.terminalId }),
    payment: {
      method: payment.method,
      ...(payment.tenderedCentavos !== null && { tenderedCentavos: payment.tenderedCentavos }),
    },
    ...(terms.repeats !== null && { confirmDuplicate: true }),
  }
}

/** Who sells without a network, and in which shift. */
export interface OfflineSeller {
  readonly accountId: string
  readonly cashierName: string
  readonly terminalId: string | null
  readonly shiftId: string
}
