import { collection } from '../../collections/collection.ts'
import { computed, cost } from '../../collections/fields.ts'
import { enumeration, Id, Instant, NullableAmount, nullable, Quantity } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { directions, transferStatuses } from './schema.ts'

/** A store's documents: OUT for what it sent, IN for what was sent to it. */
export const stockTransfers = collection('stock.stock_transfers', {
  path: '/pos/stock_transfers',
  noun: 'stock transfer',
  plural: 'stock transfers',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    transferId: computed(
      Type.String({ format: 'uuid', description: 'The same on the documents of both stores' }),
    ),
    direction: computed(enumeration('TransferDirection', directions)),
    otherStoreId: computed(Id),
    status: computed(enumeration('TransferStatus', transferStatuses)),
    note: computed(nullable(Type.String())),
    sentBy: computed(nullable(Id)),
    sentAt: computed(Instant),
    endedBy: computed(nullable(Id)),
    endedAt: computed(nullable(Instant)),
    updatedAt: computed(Instant),
  },
  sorts: { sentAt: { column: 'sent_at', type: 'instant' } },
  defaultSort: '-sentAt',
  filters: {
    direction: enumeration('TransferDirection', directions),
    status: enumeration('TransferStatus', transferStatuses),
    transferId: Id,
    otherStoreId: Id,
  },
  isSearched: false,
  constraints: {},
})

export const stockTransferLines = collection('stock.stock_transfer_lines', {
  path: '/pos/stock_transfer_lines',
  noun: 'stock transfer line',
  plural: 'stock transfer lines',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    documentId: computed(Type.String({ format: 'uuid', description: 'The store’s own document' })),
    variantId: computed(Id),
    lineNo: computed(Type.Integer({ description: 'The same on both stores’ documents' })),
    quantity: computed(Quantity),
    receivedQuantity: computed(
      nullable({ ...Quantity, description: 'The quantity received; null: not received yet' }),
    ),
    unitCostCentavos: cost(computed(NullableAmount)),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: 'createdAt',
  filters: { documentId: Id, variantId: Id },
  isSearched: false,
  constraints: {},
})
