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

/** The fields of every order on this device. */
interface OrderBase {
  /**
   * Created once (UUIDv7) and used for every attempt. For goods it is also the id of the cart and of the
   * offline sale.
   */
  readonly key: string
  /** Keys are scoped to the caller: only this account can repeat the request. */
  readonly accountId: string
  /** Server time, in milliseconds. */
  readonly openedAtMs: number
  /** When it was last sent; `null` if never. Server time, in milliseconds. */
  readonly sentAtMs: number | null
}

export interface Payment {
  method: PaymentMethod
  /** Cash tendered by the customer; `null` when not counted. */
  tenderedCentavos: number | null
}

/** What was agreed with the customer about a service, fixed when the cashier confirms it. */
export interface VasTerms {
  storeId: string
  terminalId: string | null
  product: VasProduct
  /** The phone's national digits, or a bill's reference; `null` for a PIN. */
  reference: string | null
  /** The face value credited to the phone or bill. */
  amountCentavos: number
  /** What the customer was shown, with the fee; absent in orders of an older till. */
  totalCentavos?: number
  /** The debt lookup that is being paid. */
  quote: { id: string; statementReference: string } | null
  payment: Payment
  /** The earlier sale that this one repeats on purpose. */
  repeats: string | null
}

/** A sale of airtime, a bill or a PIN in progress, from confirmation until its outcome is known. */
export interface VasOrder extends OrderBase {
  readonly kind: VasKind
  readonly state: 'SENT'
  readonly terms: VasTerms
  readonly saleId: string | null
  /** The cashier continued with another customer. */
  readonly isParked: boolean
}

interface GoodsBase extends OrderBase {
  readonly kind: 'goods'
  readonly storeId: string
}

/** An open cart. */
export interface CartOrder extends GoodsBase {
  readonly state: 'DRAFT'
  /** As it was last shown; `null` before the first answer. */
  readonly cart: Cart | null
  /** It exists on this device only, because the server is unreachable. */
  readonly isLocal: boolean
  /** It was parked, and may have been recalled: there was no answer. */
  readonly isRecalled?: true
  /** The server was asked to open it and has not answered: it may have it. */
  readonly isAsked?: true
}

/** A cart that was canceled on this device, and that the server may still have open. It stays until the server knows. */
export interface CanceledCart extends GoodsBase {
  readonly state: 'CANCELED'
}

/** Goods whose payment was sent, or is about to be. It stays until the receipt is closed. */
export interface PaidOrder extends GoodsBase {
  readonly state: 'SENT'
  readonly cart: Cart
  readonly payment: CartFinalization
  /** Who took the payment, and in which shift; `null`: this device knew no open shift. */
  readonly seller: OfflineSeller | null
  /** Server time, in milliseconds. */
  readonly paidAtMs: number
  /** The server has answered that it is sold; only its receipt is still open. */
  readonly isSold?: true
}

/** A payment without an answer whose seller is known, so that somebody else can hand it in. */
export type UnansweredPayment = PaidOrder & { readonly seller: OfflineSeller }

/**
 * The state of an offline sale, as far as this device knows: waiting for the network, refused by the server,
 * held for a supervisor, booked, or discarded.
 */
export type OfflineState = 'WAITING' | 'REFUSED' | 'HELD' | 'BOOKED' | 'DISCARDED'

/** An offline sale of goods. */
export interface OfflineOrder extends GoodsBase {
  readonly state: OfflineState
  readonly cashierName: string
  readonly totalCentavos: number
  readonly changeCentavos: number
  /** The request body for handing it in. */
  readonly sale: NewOfflineSale
  /**
   * The payment that was sent before the network was lost. It is looked up first, because it may have
   * arrived.
   */
  readonly payment: CartFinalization | null
  readonly reasons: readonly OfflineSaleReason[]
  /** The code of the server's refusal. */
  readonly faultCode: string | null
  readonly folio: string | null
  readonly settledAtMs: number | null
}

export type GoodsOrder = CartOrder | PaidOrder | OfflineOrder
export type Order = VasOrder | GoodsOrder | CanceledCart
export type OrderState = Order['state']

/**
 * The allowed transitions. Final orders are removed from the device. No transition leads back from a sold
 * order, so a window with older data can neither sell it again nor lose it.
 */
const successors: Readonly<Record<OrderState | 'NONE', readonly OrderState[]>> = {
  NONE: ['DRAFT', 'CANCELED', 'SENT', 'WAITING'],
  DRAFT: ['DRAFT', 'CANCELED', 'SENT', 'WAITING'],
  CANCELED: [],
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
  order.kind === 'goods' && order.state !== 'DRAFT' && order.state !== 'SENT' && order.state !== 'CANCELED'

export const isCanceled = (order: Order): order is CanceledCart => order.state === 'CANCELED'

/** Whether a payment of goods has no answer yet, and names its seller. */
export const isUnanswered = (order: Order): order is UnansweredPayment =>
  order.kind === 'goods' && order.state === 'SENT' && order.isSold !== true && order.seller !== null

/** Whether something still has to be done or waited for. */
export const isOpen = ({ state }: OfflineOrder) => state !== 'BOOKED' && state !== 'DISCARDED'

/** What the customer pays for a service: face value plus fee. */
export function totalCentavos({
  product,
  amountCentavos,
}: Pick<VasTerms, 'product' | 'amountCentavos'>): number {
  return amountCentavos + product.feeCentavos
}

/** The same body for every attempt, because the server refuses a key with a different body. */
export function saleRequest(terms: VasTerms): NewVasSale {
  const { product, payment, quote } = terms
  return {
    storeId: terms.storeId,
    productId: product.id,
    ...(terms.reference !== null && { reference: terms.reference }),
    ...(product.amountCentavos === null && { amountCentavos: terms.amountCentavos }),
    ...(terms.totalCentavos !== undefined && { totalCentavos: terms.totalCentavos }),
    ...(quote !== null && { quoteId: quote.id, statementReference: quote.statementReference }),
    ...(terms.terminalId !== null && { terminalId: terms.terminalId }),
    payment: {
      method: payment.method,
      ...(payment.tenderedCentavos !== null && { tenderedCentavos: payment.tenderedCentavos }),
    },
    ...(terms.repeats !== null && { confirmDuplicate: true }),
  }
}

/** Who takes a payment that may be handed in as an offline sale, and in which shift. */
export interface OfflineSeller {
  readonly accountId: string
  readonly cashierName: string
  readonly terminalId: string | null
  readonly shiftId: string
}
