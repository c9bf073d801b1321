import { collection } from '../../collections/collection.ts'
import { computed } from '../../collections/fields.ts'
import { Breakdowns, Rollup } from './schema.ts'

const of = Rollup.properties

/** Read only: days are rolled up by the nightly job, or when a supervisor asks. */
export const dailySalesRollups = collection('reporting.daily_sales_rollups', {
  path: '/pos/daily_sales_rollups',
  noun: 'daily sales rollup',
  plural: 'daily sales rollups',
  tag: 'reporting',
  domain: 'reporting',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    businessOn: computed(of.businessOn),
    version: computed(of.version),
    isFinal: computed(of.isFinal),
    orderCount: computed(of.orderCount),
    itemQuantity: computed(of.itemQuantity),
    grossCentavos: computed(of.grossCentavos),
    discountCentavos: computed(of.discountCentavos),
    totalCentavos: computed(of.totalCentavos),
    taxCentavos: computed(of.taxCentavos),
    netCentavos: computed(of.netCentavos),
    roundingCentavos: computed(of.roundingCentavos),
    costCentavos: computed(of.costCentavos),
    refundCount: computed(of.refundCount),
    refundCentavos: computed(of.refundCentavos),
    refundTaxCentavos: computed(of.refundTaxCentavos),
    refundRoundingCentavos: computed(of.refundRoundingCentavos),
    refundCostCentavos: computed(of.refundCostCentavos),
    vasCount: computed(of.vasCount),
    vasAmountCentavos: computed(of.vasAmountCentavos),
    vasFeeCentavos: computed(of.vasFeeCentavos),
    vasCommissionCentavos: computed(of.vasCommissionCentavos),
    vasPendingCount: computed(of.vasPendingCount),
    vasPendingCentavos: computed(of.vasPendingCentavos),
    breakdowns: computed(Breakdowns),
    createdAt: computed(of.createdAt),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { businessOn: of.businessOn, isFinal: of.isFinal },
  isSearched: false,
  constraints: {},
})
