import { collection } from '../../collections/collection.ts'
import { computed, cost } from '../../collections/fields.ts'
import { Amount, enumeration, Id, Instant, NullableAmount, nullable, Quantity } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { levelsOfGoods } from './queries.ts'
import { movementKinds } from './schema.ts'

const NullableText = nullable(Type.String())

/** Current stock levels. A level has the id of its variant; goods that were never moved have none. */
export const stockLevels = collection('stock.stock_levels', {
  path: '/pos/stock_levels',
  noun: 'stock level',
  plural: 'stock levels',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  till: ['read'],
  storeColumn: 'store_id',
  fields: {
    variantId: computed(Id),
    onHand: computed(Quantity),
    reorderPoint: computed(nullable(Quantity)),
    isLow: computed(Type.Boolean({ description: 'At the reorder point or below' })),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    createdAt: { column: 'created_at', type: 'instant' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: 'createdAt',
  filters: { isLow: Type.Boolean() },
  isSearched: 'elsewhere',
  alsoFound: levelsOfGoods,
  alsoReads: ['catalog'],
  constraints: {},
})

/** The history of levels. The lines of a document are the movements with its id. */
export const stockMovements = collection('stock.stock_movements', {
  path: '/pos/stock_movements',
  noun: 'stock movement',
  plural: 'stock movements',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    variantId: computed(Id),
    kind: computed(enumeration('StockMovementKind', movementKinds)),
    quantity: computed(Quantity),
    onHandAfter: computed(Quantity),
    unitCostCentavos: cost(computed(NullableAmount)),
    reason: computed(NullableText),
    documentId: computed(
      nullable(Type.String({ format: 'uuid', description: 'The order, refund, receipt, transfer or count' })),
    ),
    membershipId: computed(nullable(Id)),
    accountId: computed(nullable(Id)),
    personName: computed(
      nullable(Type.String({ description: 'The person who moved the goods; null: no person did' })),
    ),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { variantId: Id, kind: enumeration('StockMovementKind', movementKinds), documentId: Id },
  isSearched: false,
  constraints: {},
})

/** Deliveries; their lines are the movements with their id. */
export const stockReceipts = collection('stock.stock_receipts', {
  path: '/pos/stock_receipts',
  noun: 'stock receipt',
  plural: 'stock receipts',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    supplier: computed(NullableText),
    note: computed(NullableText),
    lineCount: computed(Type.Integer()),
    costCentavos: cost(computed(Amount)),
    membershipId: computed(nullable(Id)),
    accountId: computed(nullable(Id)),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: {},
  isSearched: false,
  constraints: {},
})
