import type { Centavos } from '../../amounts/centavos.ts'
import {
  type AsJson,
  closed,
  Day,
  enumeration,
  exportQuery,
  Id,
  Instant,
  named,
  nameOf,
  nullable,
} from '../../http/shapes.ts'
import { type Static, type TObject, Type } from '../../json-schema.ts'

export const groupings = [
  'day',
  'hour',
  'product',
  'category',
  'cashier',
  'method',
  'vas_kind',
  'store',
  'tax_rate',
] as const
export type Grouping = (typeof groupings)[number]

/** PostgreSQL computes amounts and counts of reports, as JSON numbers. */
const Sum = (description?: string) => Type.Integer(description === undefined ? {} : { description })

/** The figures; null where they do not apply to the grouping. */
const measures = {
  orderCount: Sum('Sales; by payment method or product, those that contain it'),
  itemQuantity: Type.Number({ description: 'In the products’ units' }),
  grossCentavos: Sum('Before discounts'),
  discountCentavos: Sum(),
  totalCentavos: Sum('Sales including tax; by payment method, what was paid'),
  taxCentavos: Sum('Included in the total'),
  netCentavos: Sum('The total without tax'),
  roundingCentavos: Sum('Difference made by cash rounding, in addition to the total'),
  costCentavos: Sum('Cost of the goods sold, if known; null for cashiers'),
  refundCount: Sum(),
  refundCentavos: Sum(
    'Refunds made in the period, whenever the goods were sold; by payment method, what was paid back',
  ),
  refundTaxCentavos: Sum('Included in the refunds'),
  refundRoundingCentavos: Sum(
    'Difference made by cash rounding of refunds, in addition to what was refunded',
  ),
  refundCostCentavos: Sum('Cost of the goods returned to stock; null for cashiers'),
  vasCount: Sum('Completed airtime, PIN and bill sales'),
  vasAmountCentavos: Sum('Face value of the services'),
  vasFeeCentavos: Sum('Fees charged to customers'),
  vasCommissionCentavos: Sum('Commission earned; null for cashiers'),
  vasPendingCount: Sum('Services without an outcome yet; not included in other figures'),
  vasPendingCentavos: Sum('Face values and fees of the pending services'),
}
const nullableMeasures = {
  orderCount: nullable(measures.orderCount),
  itemQuantity: nullable(measures.itemQuantity),
  grossCentavos: nullable(measures.grossCentavos),
  discountCentavos: nullable(measures.discountCentavos),
  totalCentavos: nullable(measures.totalCentavos),
  taxCentavos: nullable(measures.taxCentavos),
  netCentavos: nullable(measures.netCentavos),
  roundingCentavos: nullable(measures.roundingCentavos),
  costCentavos: nullable(measures.costCentavos),
  refundCount: nullable(measures.refundCount),
  refundCentavos: nullable(measures.refundCentavos),
  refundTaxCentavos: nullable(measures.refundTaxCentavos),
  refundRoundingCentavos: nullable(measures.refundRoundingCentavos),
  refundCostCentavos: nullable(measures.refundCostCentavos),
  vasCount: nullable(measures.vasCount),
  vasAmountCentavos: nullable(measures.vasAmountCentavos),
  vasFeeCentavos: nullable(measures.vasFeeCentavos),
  vasCommissionCentavos: nullable(measures.vasCommissionCentavos),
  vasPendingCount: nullable(measures.vasPendingCount),
  vasPendingCentavos: nullable(measures.vasPendingCentavos),
}

export const measureNames = Object.keys(measures) as readonly (keyof typeof measures)[]

const Figures = named('ReportFigures', Type.Object(nullableMeasures, closed))
export type Figures = Static<typeof Figures>

export const ReportRow = named(
  'ReportRow',
  Type.Object(
    {
      key: Type.String({
        description:
          'The day (`2026-03-01`), the hour at the store (`00` to `23`), the id of product, category (empty: none), ' +
          'cashier’s membership or store, the method, the kind of service, or the rate in basis points (`EXEMPT`)',
      }),
      label: nullable(Type.String({ description: 'The name of the key’s record' })),
      ...nullableMeasures,
    },
    closed,
  ),
)
export type ReportRow = Static<typeof ReportRow>

/** The stores and days of a report. */
export const period = {
  storeId: Type.Optional(Id),
  from: Type.Optional({
    ...Day,
    description: 'First business day; default: the last one',
  }),
  to: Type.Optional({ ...Day, description: 'Last business day; default: today, in each store’s time zone' }),
}
const ofShift = { ...period, shiftId: Type.Optional(Id) }
const Period = Type.Object(ofShift, closed)
export type Period = Static<typeof Period>

export const SalesQuery = Type.Object({ ...ofShift, by: enumeration('ReportGrouping', groupings) }, closed)
export type SalesQuery = Static<typeof SalesQuery>
export const SalesExportQuery = Type.Object({ ...SalesQuery.properties, ...exportQuery }, closed)
export type SalesExportQuery = Static<typeof SalesExportQuery>

export const SalesReport = named(
  'SalesReport',
  Type.Object(
    {
      by: enumeration('ReportGrouping', groupings),
      shiftId: nullable({ ...Id, description: 'The shift, if the report is of one' } as typeof Id),
      storeCount: Type.Integer({ description: 'Number of stores covered' }),
      rows: Type.Array(ReportRow, {
        description: 'Days, hours and rates in ascending order, everything else largest first; 1,000 at most',
      }),
      rowCount: Type.Integer({
        description: 'Total number of rows; more than in `rows` if truncated',
      }),
      totals: {
        ...Figures,
        description:
          'By payment method, `totalCentavos` and `refundCentavos` are what was paid and paid back. They include the rounding, so `roundingCentavos` and `refundRoundingCentavos` are null. Net and tax are those of the orders, without rounding.',
      } as typeof Figures,
    },
    closed,
  ),
)
export type SalesReport = Static<typeof SalesReport>

export const RollUp = named('DailySalesRollupRequest', Type.Object({ storeId: Id, businessOn: Day }, closed))
export type RollUp = Static<typeof RollUp>

const Breakdown = Type.Array(ReportRow)
export const Breakdowns = named(
  'SalesBreakdowns',
  Type.Object(
    {
      day: Breakdown,
      store: Breakdown,
      hour: Breakdown,
      method: Breakdown,
      cashier: Breakdown,
      tax_rate: Breakdown,
      vas_kind: Breakdown,
    },
    { ...closed, description: 'The totals of the day by other keys, as in reports' },
  ),
)

/** A rolled-up day of a store; the columns of reporting.daily_sales_rollups. */
export const Rollup = named(
  'DailySalesRollup',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      businessOn: Day,
      version: Type.Integer({ description: 'Increases with late entries; the highest version is current' }),
      isFinal: Type.Boolean({ description: 'Computed after the end of the day' }),
      ...measures,
      breakdowns: Breakdowns,
      createdAt: Instant,
    },
    closed,
  ),
)
type WrittenDown = Static<typeof Rollup>
/** Its own amounts are columns; those of its breakdowns are in jsonb. */
export type Rollup = {
  [F in keyof WrittenDown]: F extends `${string}Centavos`
    ? Centavos | Extract<WrittenDown[F], null>
    : WrittenDown[F]
}

export const DashboardQuery = Type.Object({ storeId: Type.Optional(Id) }, closed)

const besideLastWeek = {
  orderCount: Sum(),
  lastWeekOrderCount: Sum(),
  totalCentavos: Sum(),
  lastWeekTotalCentavos: Sum(),
  vasAmountCentavos: Sum(),
  lastWeekVasAmountCentavos: Sum(),
}
const inStore = { storeId: Id, storeName: Type.String() }
/** How many there are, and the first twenty. */
const waiting = <T extends TObject>(item: T) =>
  named(
    `${nameOf(item)}s`,
    Type.Object({ count: Sum(), items: Type.Array(item, { description: 'At most 20' }) }, closed),
  )

export const Dashboard = named(
  'Dashboard',
  Type.Object(
    {
      storeCount: Sum(),
      today: { ...Figures, description: 'Today, in each store’s time zone' } as typeof Figures,
      lastWeek: { ...Figures, description: 'The whole of the same day of last week' } as typeof Figures,
      lastWeekByNow: named(
        'DashboardComparison',
        Type.Object(
          { orderCount: Sum(), totalCentavos: Sum(), vasCount: Sum(), vasAmountCentavos: Sum() },
          { ...closed, description: 'That day’s figures up to the current time of day' },
        ),
      ),
      byHour: Type.Array(
        named(
          'DashboardHour',
          Type.Object(
            {
              hour: Type.String({ description: '`00` to `23`, in the store’s time zone' }),
              ...besideLastWeek,
            },
            closed,
          ),
        ),
      ),
      byStore: Type.Array(
        named('DashboardStore', Type.Object({ storeId: Id, name: Type.String(), ...besideLastWeek }, closed)),
        {
          description:
            'The 20 stores that sold the most goods and services today, by name; `storeCount` is the number of all',
        },
      ),
      topProducts: Type.Array(
        named(
          'DashboardProduct',
          Type.Object(
            {
              productId: Id,
              name: Type.String(),
              itemQuantity: Type.Number(),
              totalCentavos: Sum(),
            },
            closed,
          ),
        ),
        { description: 'Of today; 20 at most' },
      ),
      openShifts: waiting(
        named(
          'DashboardOpenShift',
          Type.Object({ id: Id, ...inStore, cashierName: Type.String(), openedAt: Instant }, closed),
        ),
      ),
      lowStock: waiting(
        named(
          'DashboardLowStockItem',
          Type.Object(
            {
              variantId: Id,
              ...inStore,
              productName: Type.String(),
              variantName: nullable(Type.String()),
              onHand: Type.Number(),
              reorderPoint: Type.Number(),
            },
            closed,
          ),
        ),
      ),
      pendingApprovals: waiting(
        named(
          'DashboardPendingApproval',
          Type.Object(
            {
              id: Id,
              ...inStore,
              type: enumeration('ApprovalType', ['DISCOUNT', 'REFUND', 'RETURN']),
              requesterName: Type.String(),
              reason: Type.String(),
              amountCentavos: nullable(Sum()),
              percentageBps: nullable(Type.Integer()),
              expiresAt: Instant,
            },
            closed,
          ),
        ),
      ),
      pendingSales: {
        ...waiting(
          named(
            'DashboardPendingSale',
            Type.Object(
              {
                id: Id,
                ...inStore,
                folio: Type.String(),
                kind: enumeration('VasKind', ['airtime', 'pin', 'service']),
                productName: Type.String(),
                amountCentavos: Sum(),
                createdAt: Instant,
              },
              closed,
            ),
          ),
        ),
        description: 'Airtime, PIN and bill sales of the last 7 days without an outcome',
      },
      shiftDifferences: {
        ...waiting(
          named(
            'DashboardShiftDifference',
            Type.Object(
              {
                id: { ...Id, description: 'Id of the shift’s report' },
                ...inStore,
                shiftId: Id,
                folio: Type.String(),
                cashierName: Type.String(),
                differenceCentavos: Sum('Counted minus expected'),
                differenceReason: nullable(Type.String()),
                createdAt: Instant,
              },
              closed,
            ),
          ),
        ),
        description: 'Shifts closed in the last 7 days with a difference, newest first',
      },
    },
    closed,
  ),
)
export type Dashboard = AsJson<Static<typeof Dashboard>>
