import { collection } from '../../collections/collection.ts'
import { computed } from '../../collections/fields.ts'
import { enumeration, Id, Instant, NullableAmount, nullable } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { Approval, approvalScopes, approvalStatuses, approvalTypes } from './schema.ts'

const { id: _, storeId: __, ...fields } = Approval.properties

/**
 * Read only: requests, decisions and withdrawals are commands, and an approval is used by the command that it
 * allows.
 */
export const approvals = collection('selling.approvals', {
  path: '/pos/approvals',
  noun: 'approval',
  plural: 'approvals',
  tag: 'selling',
  domain: 'approvals',
  writes: [],
  till: ['read'],
  storeColumn: 'store_id',
  fields: Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, computed(shape)])),
  sorts: {
    createdAt: { column: 'created_at', type: 'instant' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: '-createdAt',
  filters: {
    status: enumeration('ApprovalStatus', approvalStatuses),
    type: enumeration('ApprovalType', approvalTypes),
    cartId: Id,
    orderId: Id,
    requestedBy: Id,
  },
  isSearched: false,
  constraints: {},
})

/** Read only: discounts are added and removed by commands on their cart. */
export const discounts = collection('selling.discounts', {
  path: '/pos/discounts',
  noun: 'discount',
  plural: 'discounts',
  tag: 'selling',
  domain: 'approvals',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    cartId: computed(Id),
    lineItemId: computed(nullable(Id)),
    scope: computed(enumeration('DiscountScope', approvalScopes)),
    amountCentavos: computed(NullableAmount),
    percentageBps: computed(nullable(Type.Integer())),
    reason: computed(Type.String()),
    approvalId: computed(Id),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { cartId: Id, approvalId: Id },
  isSearched: false,
  constraints: {},
})
