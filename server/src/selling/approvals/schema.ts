import { type Static, Type } from 'typebox'
import {
  closed,
  enumeration,
  Id,
  Instant,
  NullableAmount,
  named,
  nullable,
  QuantityInput,
  text,
} from '../../http/shapes.ts'

export const approvalTypes = ['DISCOUNT', 'REFUND', 'RETURN'] as const
export const approvalScopes = ['LINE', 'CART'] as const
export const approvalStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'USED', 'CANCELED'] as const
export const dispositions = ['STOCK', 'WASTE'] as const
/** Ways of giving money back that an approval may name. A card takes back only what it paid, and needs none. */
export const otherRefundMethods = ['CASH', 'TRANSFER'] as const

export const ById = Type.Object({ id: Id }, closed)

const Reason = text(300)
const Positive = Type.Integer({ minimum: 1, maximum: 100_000_000_00, description: 'Whole centavos of MXN' })

/** A line of an order that something is given back of. */
const LineBack = named(
  'ReturnedLine',
  Type.Object(
    {
      lineItemId: Id,
      quantity: Type.Optional({ ...QuantityInput, description: 'Of a return; all that is left without it' }),
      amountCentavos: Type.Optional({
        ...Type.Integer({ minimum: 0, maximum: 100_000_000_00 }),
        description: 'Without it, all that is left of a refund, and the price of what comes back of a return',
      }),
      disposition: Type.Optional(
        enumeration(
          'GoodsDisposition',
          dispositions,
          'Of a return: back on the shelf (the default) or thrown away',
        ),
      ),
      chipIds: Type.Optional(
        Type.Array(Id, { maxItems: 500, uniqueItems: true, description: 'The chips that come back' }),
      ),
    },
    closed,
  ),
)
export const LinesBack = Type.Array(LineBack, { minItems: 1, maxItems: 500 })

/** What a cashier asks for. Which fields go with which type, the service says. */
export const AskApproval = named(
  'NewApproval',
  Type.Object(
    {
      type: enumeration('ApprovalType', approvalTypes),
      scope: enumeration('DiscountScope', approvalScopes),
      cartId: Type.Optional({ ...Id, description: 'Of a discount' }),
      lineItemId: Type.Optional({ ...Id, description: 'Of the discount of one line' }),
      amountCentavos: Type.Optional(Positive),
      percentageBps: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'Basis points: 1000 is 10 %' }),
      ),
      orderId: Type.Optional({ ...Id, description: 'Of a refund or return' }),
      lines: Type.Optional({ ...LinesBack, description: 'Of a refund or return with the scope LINE' }),
      refundMethod: Type.Optional(
        enumeration(
          'RefundMethod',
          otherRefundMethods,
          'Of a refund or return that is to go back another way than it was paid. Without it, it goes back by the tender that paid, and by no other',
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
          'The way in which the money may go back besides the one it came. Null: by the tender that paid alone',
        ),
      ),
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
export type Approval = Static<typeof Approval>
