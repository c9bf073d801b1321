import {
  Amount,
  closed,
  Day,
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

const depositStatuses = ['REPORTED', 'CREDITED', 'REJECTED'] as const

const TrackingKey = Type.String({
  pattern: '^[A-Za-z0-9]{1,30}$',
  description: 'Tracking key (clave de rastreo) of the SPEI transfer; case is ignored',
})

export const ById = Type.Object({ id: Id }, closed)

export const DepositReport = named(
  'NewDeposit',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      amountCentavos: Type.Integer({
        minimum: 1,
        maximum: 100_000_000_00,
        description: 'Whole centavos of MXN',
      }),
      claveRastreo: TrackingKey,
      paidOn: Day,
      bank: Type.Optional(text(60)),
      note: Type.Optional(text(500)),
      proof: Type.Optional({ ...text(500), description: 'Where the proof of payment can be found' }),
    },
    closed,
  ),
)
export type DepositReport = Static<typeof DepositReport>

const fields = {
  id: Id,
  storeId: Id,
  amountCentavos: Amount,
  claveRastreo: Type.String(),
  paidOn: Day,
  bank: nullable(Type.String()),
  note: nullable(Type.String()),
  proof: nullable(Type.String()),
  status: enumeration('DepositStatus', depositStatuses),
  reviewReason: nullable(Type.String()),
  reportedAt: Instant,
  reviewedAt: nullable(Instant),
}

export const Deposit = named('Deposit', Type.Object(fields, closed))
export type Deposit = Static<typeof Deposit>
export const DepositPage = page(Deposit)

export const FundingAccount = named(
  'FundingAccount',
  Type.Object(
    {
      clabe: nullable(Type.String({ description: 'Null: the platform has not said yet' })),
      bank: nullable(Type.String()),
      beneficiary: nullable(Type.String({ description: 'The name of the account at its bank' })),
    },
    closed,
  ),
)
export type FundingAccount = Static<typeof FundingAccount>

export const InStore = Type.Object({ storeId: Type.Optional(Id) }, closed)

export const DepositQuery = Type.Object({
  storeId: Type.Optional(Id),
  status: Type.Optional(enumeration('DepositStatus', depositStatuses)),
  ...pageQuery,
})
export type DepositQuery = Static<typeof DepositQuery>

/** As shown to platform staff. */
export const QueuedDeposit = named(
  'QueuedDeposit',
  Type.Object(
    {
      ...fields,
      merchant: named('MerchantName', Type.Object({ id: Id, name: Type.String() }, closed)),
      reportedBy: Id,
      reviewedBy: nullable(Id),
      isKeyCredited: Type.Boolean({
        description: 'A deposit with this tracking key has been credited to a wallet',
      }),
    },
    closed,
  ),
)
export type QueuedDeposit = Static<typeof QueuedDeposit>
export const QueuedDepositPage = page(QueuedDeposit)

export const QueueQuery = Type.Object({
  status: Type.Optional(enumeration('DepositStatus', depositStatuses)),
  merchantId: Type.Optional(Id),
  claveRastreo: Type.Optional(TrackingKey),
  ...pageQuery,
})
export type QueueQuery = Static<typeof QueueQuery>

export const Review = named(
  'DepositReview',
  Type.Object(
    {
      status: enumeration('DepositOutcome', ['CREDITED', 'REJECTED']),
      reason: Type.Optional({ ...text(500, 3), description: 'Required to reject' }),
    },
    closed,
  ),
)
export type Review = Static<typeof Review>
