import { type Static, type TObject, Type } from 'typebox'
import { closed, enumeration, exportQuery, Id, Instant, named, nameOf, nullable } from '../../http/shapes.ts'

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

const Day = Type.String({ format: 'date' })
/** Amounts and counts of reports are composed by PostgreSQL, as JSON numbers. */
const Sum = (description?: string) => Type.Integer(description === undefined ? {} : { description })

/** What is measured; null where the grouping says nothing about it. */
const measures = {
  orderCount: Sum('Sales; under a way of paying or a product, those that have it'),
  itemQuantity: Type.Number({ description: 'In the units of the products' }),
  grossCentavos: Sum('Before discounts'),
  discountCentavos: Sum(),
  totalCentavos: Sum('What was sold, tax included; under a way of paying, what was paid'),
  taxCentavos: Sum('Within the total'),
  netCentavos: Sum('The total without its tax'),
  roundingCentavos: Sum('What the coins of cash payments added or took, on top of the total'),
  costCentavos: Sum('Of what was sold, as far as its cost was known; null to a cashier'),
  refundCount: Sum(),
  refundCentavos: Sum('Given back, whenever it was sold'),
  refundTaxCentavos: Sum('Within what was given back'),
  refundCostCentavos: Sum('Of what went back on the shelf; null to a cashier'),
  vasCount: Sum('Airtime, PINs and bills that were completed'),
  vasAmountCentavos: Sum('Their face values'),
  vasFeeCentavos: Sum('Charged to customers on top'),
  vasCommissionCentavos: Sum('Earned with them; null to a cashier'),
  vasPendingCount: Sum('Those without an outcome yet; they are in no other figure'),
  vasPendingCentavos: Sum('Their face values and fees'),
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
      label: nullable(Type.String({ description: 'The name of what the key is the id of' })),
      ...nullableMeasures,
    },
    closed,
  ),
)
export type ReportRow = Static<typeof ReportRow>

/** Whose days a report is about, and which. */
export const period = {
  storeId: Type.Optional(Id),
  from: Type.Optional({
    ...Day,
    description: 'First business day; today, by each store’s clock, when absent',
  }),
  to: Type.Optional({ ...Day, description: 'Last business day; today when absent' }),
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
      shiftId: nullable({ ...Id, description: 'Of whose shift alone it is' } as typeof Id),
      storeCount: Type.Integer({ description: 'How many stores it is about' }),
      rows: Type.Array(ReportRow, {
        description: 'Days, hours and rates in their order, everything else largest first; at most 1,000',
      }),
      rowCount: Type.Integer({
        description: 'How many there are; more than `rows` has when it was cut short',
      }),
      totals: Figures,
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
    { ...closed, description: 'The day under other keys, as the rows of reports' },
  ),
)

/** A day of a store as it was written down; the columns of reporting.daily_sales_rollups. */
export const Rollup = named(
  'DailySalesRollup',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      businessOn: Day,
      version: Type.Integer({ description: 'Rises when something came late; the highest one counts' }),
      isFinal: Type.Boolean({ description: 'Computed when the day was over' }),
      ...measures,
      breakdowns: Breakdowns,
      createdAt: Instant,
    },
    closed,
  ),
)
export type Rollup = Static<typeof Rollup>

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
      today: { ...Figures, description: 'Today, by each store’s clock' } as typeof Figures,
      lastWeek: { ...Figures, description: 'The whole of the same day of last week' } as typeof Figures,
      lastWeekByNow: named(
        'DashboardComparison',
        Type.Object(
          { orderCount: Sum(), totalCentavos: Sum(), vasCount: Sum(), vasAmountCentavos: Sum() },
          { ...closed, description: 'What that day had come to by the time that it is now' },
        ),
      ),
      byHour: Type.Array(
        named(
          'DashboardHour',
          Type.Object(
            { hour: Type.String({ description: '`00` to `23`, at the store' }), ...besideLastWeek },
            closed,
          ),
        ),
      ),
      byStore: Type.Array(
        named('DashboardStore', Type.Object({ storeId: Id, name: Type.String(), ...besideLastWeek }, closed)),
        {
          description: 'The 20 that sold most today, by name',
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
        { description: 'Of today; at most 20' },
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
        description: 'Airtime, PINs and bills of the last 7 days that have no outcome yet',
      },
      shiftDifferences: {
        ...waiting(
          named(
            'DashboardShiftDifference',
            Type.Object(
              {
                id: { ...Id, description: 'Of the report of the shift' },
                ...inStore,
                shiftId: Id,
                folio: Type.String(),
                cashierName: Type.String(),
                differenceCentavos: Sum('Counted less expected'),
                differenceReason: nullable(Type.String()),
                createdAt: Instant,
              },
              closed,
            ),
          ),
        ),
        description:
          'Shifts closed in the last 7 days whose drawer held more or less than expected, newest first',
      },
    },
    closed,
  ),
)
export type Dashboard = Static<typeof Dashboard>
