import { type Static, Type } from 'typebox'
import { Amount, closed, Id, Instant, nullable, oneOf, Quantity, text } from '../../http/shapes.ts'
import { approvalScopes, dispositions, LinesBack } from '../approvals/schema.ts'
import { methods, Receipt } from '../sales/schema.ts'

export const refundTypes = ['REFUND', 'RETURN'] as const

export const ById = Type.Object({ id: Id }, closed)

export const RefundRequest = Type.Object(
  {
    type: oneOf(refundTypes, 'REFUND: money alone; RETURN: goods and their money'),
    lines: Type.Optional({ ...LinesBack, description: 'Without them, all that is left of the order' }),
    reason: text(300),
    approvalId: Type.Optional({ ...Id, description: 'A cashier needs one, for just this' }),
    payments: Type.Optional(
      Type.Array(
        Type.Object(
          {
            method: oneOf(methods),
            amountCentavos: Type.Integer({ minimum: 1, maximum: 100_000_000_00 }),
          },
          closed,
        ),
        {
          minItems: 1,
          maxItems: 3,
          description: 'How the money goes back; without them, the way it came',
        },
      ),
    ),
  },
  closed,
)
export type RefundRequest = Static<typeof RefundRequest>

export const RefundView = Type.Object(
  {
    id: Id,
    storeId: Id,
    orderId: Id,
    type: oneOf(refundTypes),
    scope: oneOf(approvalScopes),
    folio: Type.String(),
    approvalId: Id,
    shiftId: Id,
    cashierName: Type.String(),
    reason: Type.String(),
    amountCentavos: Amount,
    taxCentavos: Amount,
    refundedOn: Type.String({ format: 'date' }),
    createdAt: Instant,
    lines: Type.Array(
      Type.Object(
        {
          lineItemId: Id,
          quantity: Quantity,
          amountCentavos: Amount,
          taxCentavos: Amount,
          disposition: nullable(oneOf(dispositions)),
        },
        closed,
      ),
    ),
    payments: Type.Array(Type.Object({ method: oneOf(methods), amountCentavos: Amount }, closed)),
    receipt: Receipt,
  },
  closed,
)
export type RefundView = Static<typeof RefundView>

export const Refundable = Type.Object(
  {
    orderId: Id,
    amountLeftCentavos: Amount,
    lines: Type.Array(
      Type.Object({ lineItemId: Id, quantityLeft: Quantity, amountLeftCentavos: Amount }, closed),
    ),
    payments: Type.Array(Type.Object({ method: oneOf(methods), amountLeftCentavos: Amount }, closed)),
  },
  closed,
)
export type Refundable = Static<typeof Refundable>
