import {
  Amount,
  closed,
  enumeration,
  Id,
  Instant,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

/** A hundred pesos: below it a transfer costs more than it is worth. */
const leastCentavos = 100_00

/** The statuses; `money.settlement_steps` defines which follows which. */
const settlementStatuses = [
  'REQUESTED',
  'APPROVED',
  'PROCESSING',
  'PAID',
  'RETURNED',
  'REJECTED',
  'CANCELED',
  'FAILED',
] as const
const Status = enumeration('SettlementStatus', settlementStatuses)

const TrackingKey = Type.String({
  pattern: '^[A-Za-z0-9]{1,30}$',
  description: 'Tracking key (clave de rastreo) of the SPEI transfer; case is ignored',
})

export const ById = Type.Object({ id: Id }, closed)

export const SettlementOrder = named(
  'NewSettlement',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      amountCentavos: Type.Integer({
        minimum: leastCentavos,
        maximum: 100_000_000_00,
        description: 'Whole centavos of MXN',
      }),
      bankAccountId: Id,
    },
    closed,
  ),
)
export type SettlementOrder = Static<typeof SettlementOrder>

const BankAccountFace = named(
  'SettlementBankAccount',
  Type.Object(
    {
      id: Id,
      holder: Type.String(),
      bankCode: Type.String({ description: 'First three digits of the CLABE' }),
      clabeLastFour: Type.String(),
      status: Type.String({ description: 'Payouts need VERIFIED' }),
    },
    closed,
  ),
)

const fields = {
  id: Id,
  storeId: Id,
  amountCentavos: Amount,
  bankAccount: BankAccountFace,
  status: Status,
  statusReason: nullable(Type.String()),
  claveRastreo: nullable(Type.String()),
  requestedAt: Instant,
  approvedAt: nullable(Instant),
  paidAt: nullable(Instant),
  updatedAt: Instant,
}

export const Settlement = named('Settlement', Type.Object(fields, closed))
export type Settlement = Static<typeof Settlement>
export const SettlementPage = page(Settlement)

export const SettlementQuery = Type.Object({
  storeId: Type.Optional(Id),
  status: Type.Optional(Status),
  ...pageQuery,
})
export type SettlementQuery = Static<typeof SettlementQuery>

/** As shown to platform staff. */
export const QueuedSettlement = named(
  'QueuedSettlement',
  Type.Object(
    {
      ...fields,
      merchant: named(
        'SettlementMerchant',
        Type.Object(
          {
            id: Id,
            name: Type.String(),
            status: enumeration('MerchantStatus', ['ACTIVE', 'SUSPENDED', 'CLOSED']),
            isVerified: Type.Boolean(),
          },
          closed,
        ),
      ),
      requestedBy: Id,
      approvedBy: nullable(Id),
      updatedBy: Id,
      nextStatuses: Type.Array(Status, { description: 'The possible next statuses' }),
    },
    closed,
  ),
)
export type QueuedSettlement = Static<typeof QueuedSettlement>
export const QueuedSettlementPage = page(QueuedSettlement)

/** Where a transfer goes: what an operator types at the bank. */
export const PayoutClabe = named(
  'PayoutClabe',
  Type.Object(
    {
      settlementId: Id,
      amountCentavos: Amount,
      holder: Type.String(),
      bank: named(
        'Bank',
        Type.Object(
          { code: Type.String({ description: 'First three digits of the CLABE' }), name: Type.String() },
          closed,
        ),
      ),
      clabe: Type.String({ description: 'All eighteen digits' }),
    },
    closed,
  ),
)
export type PayoutClabe = Static<typeof PayoutClabe>

export const SettlementQueueQuery = Type.Object({
  status: Type.Optional(Status),
  merchantId: Type.Optional(Id),
  claveRastreo: Type.Optional(TrackingKey),
  ...pageQuery,
})
export type SettlementQueueQuery = Static<typeof SettlementQueueQuery>

export const SettlementDecision = named(
  'SettlementDecision',
  Type.Object(
    {
      status: Status,
      reason: Type.Optional({ ...text(500, 3), description: 'Required for REJECTED, FAILED and RETURNED' }),
      claveRastreo: Type.Optional({
        ...TrackingKey,
        description: 'Required for PAID; not allowed otherwise',
      }),
    },
    closed,
  ),
)
export type SettlementDecision = Static<typeof SettlementDecision>
