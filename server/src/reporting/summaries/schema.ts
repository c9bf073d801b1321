import {
  Amount,
  asParameter,
  closed,
  Day,
  enumeration,
  Id,
  type JsonIn,
  named,
  nullable,
  page,
  pageQuery,
} from '../../http/shapes.ts'
import { merchantStatuses } from '../../identity/accounts/schema.ts'
import { type Static, Type } from '../../json-schema.ts'

const Count = Type.Unsafe<bigint>({ type: 'integer' })

export const RollupOrder = named(
  'SettlementRollup',
  Type.Object(
    {
      from: Type.Optional({
        ...Day,
        description: 'First business day; default: six days before the last',
      }),
      to: Type.Optional({ ...Day, description: 'Last business day; default: yesterday' }),
      merchantId: Type.Optional({ ...Id, description: 'Default: every merchant' }),
    },
    closed,
  ),
)
export type RollupOrder = Static<typeof RollupOrder>
const days = {
  from: asParameter(
    'SummaryFrom',
    Type.Optional({ ...Day, description: 'First day; default: 29 days before the last' }),
  ),
  to: asParameter('SummaryTo', Type.Optional({ ...Day, description: 'Last day; default: today' })),
}
export const SummaryQuery = Type.Object({ ...days, merchantId: Type.Optional(Id) }, closed)
export type SummaryQuery = Static<typeof SummaryQuery>
export const MerchantsSummaryQuery = Type.Object({ ...days, ...pageQuery }, closed)
export type MerchantsSummaryQuery = Static<typeof MerchantsSummaryQuery>

const span = { from: Day, to: Day }
const merchant = named(
  'SummaryMerchant',
  Type.Object(
    { id: Id, name: Type.String(), status: enumeration('MerchantStatus', merchantStatuses) },
    closed,
  ),
)
const TopMerchants = Type.Array(
  named('TopMerchant', Type.Object({ merchant, count: Count, amountCentavos: Amount }, closed)),
  {
    description: 'The ten with the largest amount of completed sales',
  },
)

const vasFigures = {
  count: Count,
  amountCentavos: Amount,
  feeCentavos: Amount,
  commissionCentavos: { ...Amount, description: 'The merchants’ own' } as typeof Amount,
  costCentavos: { ...Amount, description: 'Taken from the merchants’ wallets or accounts' } as typeof Amount,
}
const kind = enumeration('VasKind', ['airtime', 'pin', 'service'])
const status = enumeration('VasSaleStatus', ['PENDING', 'COMPLETED', 'FAILED', 'REVERSED'])

export const VasSummary = named(
  'VasSummary',
  Type.Object(
    {
      ...span,
      totals: Type.Array(named('VasSummaryTotal', Type.Object({ status, ...vasFigures }, closed))),
      items: Type.Array(
        named('VasSummaryDay', Type.Object({ day: Day, kind, status, ...vasFigures }, closed)),
      ),
      topMerchants: TopMerchants,
    },
    closed,
  ),
)
export type VasSummary = JsonIn<Static<typeof VasSummary>, 'totals' | 'items' | 'topMerchants'>

const salesFigures = {
  orders: Count,
  totalCentavos: Amount,
  discountCentavos: Amount,
  taxCentavos: Amount,
  refunds: Count,
  refundedCentavos: Amount,
}

export const SalesSummary = named(
  'SalesSummary',
  Type.Object(
    {
      ...span,
      totals: named('SalesSummaryTotals', Type.Object(salesFigures, closed)),
      items: Type.Array(named('SalesSummaryDay', Type.Object({ day: Day, ...salesFigures }, closed))),
      topMerchants: TopMerchants,
    },
    closed,
  ),
)
export type SalesSummary = JsonIn<Static<typeof SalesSummary>, 'totals' | 'items' | 'topMerchants'>

const MerchantSummary = named(
  'MerchantSummary',
  Type.Object(
    {
      merchant,
      days: { ...Count, description: 'Rolled-up days in the period' } as typeof Count,
      lastDay: Day,
      vas: named('MerchantVasSummary', Type.Object({ count: Count, amountCentavos: Amount }, closed)),
      commissionCentavos: { ...Amount, description: 'The platform’s share' } as typeof Amount,
      depositedCentavos: Amount,
      settledCentavos: Amount,
      walletChangeCentavos: Amount,
      closingCentavos: {
        ...Amount,
        description: 'The wallet’s balance at the end of the last day',
      } as typeof Amount,
    },
    closed,
  ),
)
export type MerchantSummary = JsonIn<Static<typeof MerchantSummary>, 'vas'>
export const MerchantsSummary = named(
  'MerchantSummaryPage',
  Type.Object(
    {
      ...span,
      items: page(MerchantSummary).properties.items,
      nextCursor: nullable(Type.String()),
    },
    closed,
  ),
)
