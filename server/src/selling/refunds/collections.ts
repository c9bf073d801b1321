import { collection } from '../../collections/collection.ts'
import { computed } from '../../collections/fields.ts'
import { Amount, Day, enumeration, Id, Instant, nullable, Quantity } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { approvalScopes, dispositions } from '../approvals/schema.ts'
import { refundTypes } from './schema.ts'

/** History: written by one command, and never changed. */
export const refunds = collection('selling.refunds', {
  path: '/pos/refunds',
  noun: 'refund',
  plural: 'refunds',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    orderId: computed(Id),
    type: computed(enumeration('RefundType', refundTypes)),
    scope: computed(enumeration('DiscountScope', approvalScopes)),
    folio: computed(Type.String()),
    approvalId: computed(Id),
    shiftId: computed(Id),
    membershipId: computed(Id),
    cashierName: computed(Type.String()),
    reason: computed(Type.String()),
    amountCentavos: computed(Amount),
    taxCentavos: computed(Amount),
    refundedOn: computed(Day),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { orderId: Id, type: enumeration('RefundType', refundTypes), shiftId: Id, refundedOn: Day },
  isSearched: false,
  constraints: {},
})

export const refundLines = collection('selling.refund_lines', {
  path: '/pos/refund_lines',
  noun: 'refund line',
  plural: 'refund lines',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    refundId: computed(Id),
    lineItemId: computed(Id),
    quantity: computed(Quantity),
    amountCentavos: computed(Amount),
    taxCentavos: computed(Amount),
    disposition: computed(nullable(enumeration('GoodsDisposition', dispositions))),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { refundId: Id, lineItemId: Id },
  isSearched: false,
  constraints: {},
})
