import {
  Amount,
  type AsJson,
  closed,
  Day,
  enumeration,
  Id,
  Instant,
  named,
  nullable,
  Quantity,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { approvalScopes, dispositions, LinesBack, otherRefundMethods } from '../approvals/schema.ts'
import { methods, Receipt } from '../orders/schema.ts'

export const refundTypes = ['REFUND', 'RETURN'] as const

export const ById = Type.Object({ id: Id }, closed)

export const RefundRequest = named(
  'NewRefund',
  Type.Object(
    {
      type: enumeration('RefundType', refundTypes, 'REFUND: only money; RETURN: goods and their money'),
      lines: Type.Optional({ ...LinesBack, description: 'Default: all that is left of the order' }),
      reason: text(300),
      approvalId: Type.Optional({ ...Id, description: 'Required for cashiers, for exactly this refund' }),
      refundMethod: Type.Optional(
        enumeration(
          'RefundMethod',
          otherRefundMethods,
          'The method for the whole refund, regardless of the original payments. The approval has to name it, unless the caller needs none. Alternative to payments',
        ),
      ),
      payments: Type.Optional(
        Type.Array(
          named(
            'NewRefundPayment',
            Type.Object(
              {
                method: enumeration('PaymentMethod', methods),
                amountCentavos: Type.Integer({ minimum: 1, maximum: 100_000_000_00 }),
                orderPaymentId: Type.Optional({
                  ...Id,
                  description: 'The payment to refund; default: one of the same method first',
                }),
              },
              closed,
            ),
          ),
          {
            minItems: 1,
            maxItems: 20,
            description:
              'The payments of the refund, as an alternative to refundMethod; default: the original payments, in their order',
          },
        ),
      ),
    },
    closed,
  ),
)
export type RefundRequest = Static<typeof RefundRequest>

export const RefundView = named(
  'RefundDetails',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      orderId: Id,
      type: enumeration('RefundType', refundTypes),
      scope: enumeration('DiscountScope', approvalScopes),
      folio: Type.String(),
      approvalId: Id,
      shiftId: Id,
      cashierName: Type.String(),
      reason: Type.String(),
      amountCentavos: Amount,
      taxCentavos: Amount,
      refundedOn: Day,
      createdAt: Instant,
      lines: Type.Array(
        named(
          'RefundDetailsLine',
          Type.Object(
            {
              lineItemId: Id,
              quantity: Quantity,
              amountCentavos: Amount,
              taxCentavos: Amount,
              disposition: nullable(enumeration('GoodsDisposition', dispositions)),
            },
            closed,
          ),
        ),
      ),
      payments: Type.Array(
        named(
          'RefundPayment',
          Type.Object(
            {
              method: enumeration('PaymentMethod', methods),
              amountCentavos: Amount,
              orderPaymentId: { ...Id, description: 'The original payment that was refunded' },
            },
            closed,
          ),
        ),
      ),
      receipt: Receipt,
    },
    closed,
  ),
)
export type RefundView = AsJson<Static<typeof RefundView>>

export const Refundable = named(
  'RefundableOrder',
  Type.Object(
    {
      orderId: Id,
      amountLeftCentavos: Amount,
      lines: Type.Array(
        named(
          'RefundableLine',
          Type.Object({ lineItemId: Id, quantityLeft: Quantity, amountLeftCentavos: Amount }, closed),
        ),
      ),
      payments: Type.Array(
        named(
          'RefundablePayment',
          Type.Object(
            {
              orderPaymentId: Id,
              method: enumeration('PaymentMethod', methods),
              reference: nullable(Type.String()),
              amountLeftCentavos: Amount,
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type Refundable = AsJson<Static<typeof Refundable>>
