import { collection } from '../../collections/collection.ts'
import { computed } from '../../collections/fields.ts'
import { enumeration, Id } from '../../http/shapes.ts'
import { offlineSaleFields, offlineStatuses } from './schema.ts'

/** Written by commands: what a till sold offline, and what became of it. */
export const offlineSales = collection('selling.offline_sales', {
  path: '/pos/offline_sales',
  noun: 'offline sale',
  plural: 'offline sales',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  till: ['list'],
  storeColumn: 'store_id',
  fields: {
    membershipId: computed(offlineSaleFields.membershipId),
    accountId: computed(offlineSaleFields.accountId),
    cashierName: computed(offlineSaleFields.cashierName),
    handedInBy: computed(offlineSaleFields.handedInBy),
    handedInName: computed(offlineSaleFields.handedInName),
    terminalId: computed(offlineSaleFields.terminalId),
    shiftId: computed(offlineSaleFields.shiftId),
    soldAt: computed(offlineSaleFields.soldAt),
    status: computed(offlineSaleFields.status),
    totalCentavos: computed(offlineSaleFields.totalCentavos),
    differenceCentavos: computed(offlineSaleFields.differenceCentavos),
    lines: computed(offlineSaleFields.lines),
    payments: computed(offlineSaleFields.payments),
    reasons: computed(offlineSaleFields.reasons),
    orderId: computed(offlineSaleFields.orderId),
    folio: computed(offlineSaleFields.folio),
    deciderName: computed(offlineSaleFields.deciderName),
    decisionReason: computed(offlineSaleFields.decisionReason),
    decidedAt: computed(offlineSaleFields.decidedAt),
    createdAt: computed(offlineSaleFields.createdAt),
    updatedAt: computed(offlineSaleFields.updatedAt),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: {
    status: enumeration('OfflineSaleStatus', offlineStatuses),
    membershipId: Id,
    shiftId: Id,
    terminalId: Id,
  },
  isSearched: false,
  constraints: {},
})
