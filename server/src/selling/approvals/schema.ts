import {
  Amount,
  closed,
  enumeration,
  Id,
  Instant,
  type JsonIn,
  NullableAmount,
  named,
  nullable,
  Quantity,
  QuantityInput,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const approvalTypes = ['DISCOUNT', 'REFUND', 'RETURN'] as const
export const approvalScopes = ['LINE', 'CART'] as const
export const approvalStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'USED', 'CANCELED'] as const
export const dispositions = ['STOCK', 'WASTE'] as const
/** Refund methods that an approval may name. A card can only be refunded what it paid, which needs none. */
export const otherRefundMethods = ['CASH', 'TRANSFER'] as const

export const ById = Type.Object({ id: Id }, closed)

const Reason = text(300)
const Positive = Type.Integer({ minimum: 1, maximum: 100_000_000_00, description: 'Whole centavos of MXN' })

/** A line of an order to refund or return. */
const LineBack = named(
  'ReturnedLine',
  Type.Object(
    {
      lineItemId: Id,
      quantity: Type.Optional({ ...QuantityInput, description: 'For a return; default: all that is left' }),
      amountCentavos: Type.Optional({
        ...Type.Integer({ minimum: 0, maximum: 100_000_000_00 }),
        description: 'Default: for a refund all that is left, for a return the price of the returned goods',
      }),
      disposition: Type.Optional(
        enumeration('GoodsDisposition', dispositions, 'For a return: back into stock (default) or discarded'),
      ),
      chipIds: Type.Optional(
        Type.Array(Id, { maxItems: 500, uniqueItems: true, description: 'The chips that are returned' }),
      ),
    },
    closed,
  ),
)
export const LinesBack = Type.Array(LineBack, { minItems: 1, maxItems: 500 })

/** A cashier's request. The service checks which fields go with which type. */
export const AskApproval = named(
  'NewApproval',
  Type.Object(
    {
      type: enumeration('ApprovalType', approvalTypes),
      scope: enumeration('DiscountScope', approvalScopes),
      cartId: Type.Optional({ ...Id, description: 'Of a discount' }),
      lineItemId: Type.Optional({ ...Id, description: 'For a discount on one line' }),
      amountCentavos: Type.Optional(Positive),
      percentageBps: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'Basis points: 1000 is 10 %' }),
      ),
      orderId: Type.Optional({ ...Id, description: 'For a refund or return' }),
      lines: Type.Optional({ ...LinesBack, description: 'For a refund or return with the scope LINE' }),
      refundMethod: Type.Optional(
        enumeration(
          'RefundMethod',
          otherRefundMethods,
          'For a refund or return to another method than the original payment. Default: only to the original payments',
        ),
      ),
      reason: Reason,
    },
    closed,
  ),
)
export type AskApproval = Static<typeof AskApproval>

export const Decision = named('ApprovalDecision', Type.Object({ reason: Type.Optional(Reason) }, closed))
export type Decision = Static<typeof Decision>

/** Goods that an approval is about. */
const ApprovalGoods = named(
  'ApprovalGoods',
  Type.Object(
    {
      lineItemId: Id,
      name: Type.String(),
      unit: enumeration('ProductUnit', ['PIECE', 'KILOGRAM', 'LITER', 'METER']),
      quantity: Quantity,
      amountCentavos: Amount,
      disposition: nullable(
        enumeration(
          'GoodsDisposition',
          dispositions,
          'What becomes of returned goods: back into stock, or discarded',
        ),
      ),
    },
    closed,
  ),
)

export const Approval = named(
  'Approval',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      type: enumeration('ApprovalType', approvalTypes),
      scope: enumeration('DiscountScope', approvalScopes),
      cartId: nullable(Id),
      orderId: nullable(Id),
      lineItemId: nullable(Id),
      amountCentavos: NullableAmount,
      percentageBps: nullable(Type.Integer()),
      refundMethod: nullable(
        enumeration(
          'RefundMethod',
          otherRefundMethods,
          'The method allowed besides the original payment. Null: only the original payments',
        ),
      ),
      goods: Type.Array(ApprovalGoods),
      valueCentavos: {
        ...Amount,
        description: 'The discount, refund or return in money, when it was requested',
      },
      reason: Type.String(),
      status: enumeration('ApprovalStatus', approvalStatuses),
      isDirect: Type.Boolean(),
      requestedBy: Id,
      requesterName: Type.String(),
      decidedBy: nullable(Id),
      deciderName: nullable(Type.String()),
      decisionReason: nullable(Type.String()),
      decidedAt: nullable(Instant),
      usedAt: nullable(Instant),
      expiresAt: Instant,
      createdAt: Instant,
      updatedAt: Instant,
    },
    closed,
  ),
)
export type Approval = JsonIn<Static<typeof Approval>, 'goods'>
