import type { OtherWay } from '../../../refunds/refund-way.tsx'
import type { Order, OrderLine, Refundable } from './orders-query.ts'

/** What is read of an order and of its refundable amounts. */
type Sold = Pick<Order, 'lines' | 'chips'>

export type RefundKind = 'RETURN' | 'REFUND'

/** What is to be refunded of a line; both zero means nothing. */
export interface LineRefund {
  quantity: number
  amountCentavos: number | null
  disposition: 'STOCK' | 'WASTE'
  chipIds: readonly string[]
}

export interface RefundableLine {
  line: OrderLine
  quantityLeft: number
  amountLeftCentavos: number
}

export type RefundsByLine = Readonly<Record<string, LineRefund>>

/** What was typed, as long as its dialog is open. */
export interface RefundDraft {
  readonly kind: RefundKind
  readonly wanted: RefundsByLine
  readonly reason: string
  /** `null` for the original payment method. */
  readonly way: OtherWay | null
}

export const emptyDraft: RefundDraft = { kind: 'RETURN', wanted: {}, reason: '', way: null }

/** The lines that still have something to refund in this way. */
export function refundableLines(
  order: Sold,
  refundable: Pick<Refundable, 'lines'>,
  kind: RefundKind,
): RefundableLine[] {
  return refundable.lines.flatMap(({ lineItemId, quantityLeft, amountLeftCentavos }) => {
    const line = order.lines.find(({ id }) => id === lineItemId)
    if (line === undefined || (kind === 'RETURN' ? quantityLeft <= 0 : amountLeftCentavos <= 0)) return []
    return [{ line, quantityLeft, amountLeftCentavos }]
  })
}

export const nothing: LineRefund = { quantity: 0, amountCentavos: 0, disposition: 'STOCK', chipIds: [] }

export function refundEverything(left: readonly RefundableLine[], order: Sold): RefundsByLine {
  return Object.fromEntries(
    left.map((each) => [
      each.line.id,
      {
        ...nothing,
        quantity: each.quantityLeft,
        amountCentavos: each.amountLeftCentavos,
        chipIds: chipsOf(order, each.line).map(({ id }) => id),
      },
    ]),
  )
}

export const chipsOf = (order: Sold, line: OrderLine) =>
  line.kind === 'CHIP' ? order.chips.filter(({ productId }) => productId === line.productId) : []

/** The refund of a line: returned goods bring their share of its price, and the last unit the remainder. */
export function refundCentavos(left: RefundableLine, wanted: LineRefund, kind: RefundKind): number {
  if (kind === 'REFUND') return wanted.amountCentavos ?? 0
  if (wanted.quantity >= left.quantityLeft) return left.amountLeftCentavos
  const share = Math.round((left.line.totalCentavos * wanted.quantity) / left.line.quantity)
  return Math.min(left.amountLeftCentavos, share)
}

/** The lines in the API's shape, with the amounts that were on the screen. */
export function refundLines(left: readonly RefundableLine[], wanted: RefundsByLine, kind: RefundKind) {
  return left.flatMap((each) => {
    const { id: lineItemId } = each.line
    const of = wanted[lineItemId] ?? nothing
    const amountCentavos = refundCentavos(each, of, kind)
    if (kind === 'REFUND') return amountCentavos > 0 ? [{ lineItemId, amountCentavos }] : []
    if (of.quantity <= 0) return []
    return [
      {
        lineItemId,
        quantity: of.quantity,
        amountCentavos,
        disposition: of.disposition,
        ...(of.chipIds.length > 0 && { chipIds: [...of.chipIds] }),
      },
    ]
  })
}

export type Fault = 'nothingChosen' | 'tooMuch' | 'chipsFault' | 'noReason'

/** The first thing that prevents the refund; `null` when it can be sent. */
export function refundFault(
  order: Sold,
  left: readonly RefundableLine[],
  wanted: RefundsByLine,
  kind: RefundKind,
  reason: string,
): Fault | null {
  const isTooMuch = left.some((each) => {
    const of = wanted[each.line.id] ?? nothing
    return kind === 'RETURN'
      ? of.quantity > each.quantityLeft
      : of.amountCentavos === null || of.amountCentavos > each.amountLeftCentavos
  })
  if (isTooMuch) return 'tooMuch'
  const chosen = refundLines(left, wanted, kind)
  if (chosen.length === 0) return 'nothingChosen'
  const lacksChips = left.some(({ line }) => {
    const of = wanted[line.id] ?? nothing
    return kind === 'RETURN' && chipsOf(order, line).length > 0 && of.chipIds.length !== of.quantity
  })
  if (lacksChips) return 'chipsFault'
  return reason.trim() === '' ? 'noReason' : null
}
