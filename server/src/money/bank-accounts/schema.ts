import {
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

const accountStatuses = ['PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED'] as const

export const ById = Type.Object({ id: Id }, closed)

export const NewBankAccount = named(
  'NewBankAccount',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      clabe: Type.String({ pattern: '^\\d{18}$', description: '18 digits; write-only' }),
      holder: { ...text(120, 3), description: 'The account holder’s name at the bank' },
    },
    closed,
  ),
)
export type NewBankAccount = Static<typeof NewBankAccount>

const fields = {
  id: Id,
  holder: Type.String(),
  bank: named('BankName', Type.Object({ code: Type.String(), name: Type.String() }, closed)),
  clabeLastFour: Type.String(),
  status: enumeration('BankAccountStatus', accountStatuses),
  reason: nullable(Type.String({ description: 'Reason of the platform’s decision' })),
  addedAt: Instant,
  decidedAt: nullable(Instant),
  verifiedAt: nullable(Instant),
  expiresAt: nullable(Instant),
}

export const BankAccount = named('BankAccount', Type.Object(fields, closed))
export type BankAccount = Static<typeof BankAccount>
export const BankAccountPage = page(BankAccount)

export const BankAccountQuery = Type.Object({ storeId: Type.Optional(Id), ...pageQuery })
export type BankAccountQuery = Static<typeof BankAccountQuery>

/** As shown to platform staff. */
export const QueuedBankAccount = named(
  'QueuedBankAccount',
  Type.Object(
    {
      ...fields,
      isAttested: Type.Boolean({ description: 'An administrator has attested it' }),
      merchant: named('MerchantName', Type.Object({ id: Id, name: Type.String() }, closed)),
      addedBy: Id,
      decidedBy: nullable(Id),
    },
    closed,
  ),
)
export type QueuedBankAccount = Static<typeof QueuedBankAccount>
export const QueuedBankAccountPage = page(QueuedBankAccount)

export const QueueQuery = Type.Object({
  status: Type.Optional(enumeration('BankAccountStatus', accountStatuses)),
  merchantId: Type.Optional(Id),
  ...pageQuery,
})
export type QueueQuery = Static<typeof QueueQuery>

export const OfMerchant = Type.Object({ merchantId: Id, ...pageQuery })
export type OfMerchant = Static<typeof OfMerchant>

export const Decision = named(
  'BankAccountDecision',
  Type.Object(
    {
      status: enumeration('BankAccountOutcome', ['VERIFIED', 'REJECTED']),
      reason: Type.Optional({ ...text(500, 3), description: 'Required to reject an account' }),
    },
    closed,
  ),
)
export type Decision = Static<typeof Decision>
