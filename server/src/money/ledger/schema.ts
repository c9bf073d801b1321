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
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

const postingKinds = [
  'deposit',
  'reserve',
  'capture',
  'release',
  'reverse',
  'correction',
  'settlement_reserve',
  'settlement_capture',
  'settlement_release',
  'settlement_return',
] as const

export const WalletQuery = Type.Object({ storeId: Type.Optional(Id) })
export const StatementQuery = Type.Object(
  {
    storeId: Type.Optional(Id),
    from: Type.Optional({
      ...Day,
      description: 'First day, in the store’s time zone; default: that of the first entry',
    }),
    to: Type.Optional({ ...Day, description: 'Last day; default: today' }),
  },
  closed,
)
export type StatementQuery = Static<typeof StatementQuery>
export const EntriesQuery = Type.Object({ storeId: Type.Optional(Id), ...pageQuery })

export const Wallet = named(
  'Wallet',
  Type.Object({ availableCentavos: Amount, heldCentavos: Amount }, closed),
)

export const WalletEntry = named(
  'WalletEntry',
  Type.Object(
    {
      entryNo: Type.Unsafe<bigint>({ type: 'integer', description: 'Consecutive, without gaps' }),
      postedAt: Instant,
      kind: enumeration('PostingKind', postingKinds),
      reference: Id,
      memo: nullable(Type.String()),
      folio: nullable(Type.String({ description: 'Folio of the sale that caused it' })),
      amountCentavos: Amount,
      balanceAfterCentavos: Amount,
    },
    closed,
  ),
)
export type WalletEntry = Static<typeof WalletEntry>
export const WalletEntryPage = page(WalletEntry)
