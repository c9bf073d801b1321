import { collection } from '../../collections/collection.ts'
import { computed } from '../../collections/fields.ts'
import { enumeration, Id, Instant, nullable, Quantity } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { countStatuses } from './schema.ts'

export const stockCounts = collection('stock.stock_counts', {
  path: '/pos/stock_counts',
  noun: 'stock count',
  plural: 'stock counts',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    categoryId: computed(nullable(Id)),
    note: computed(nullable(Type.String())),
    status: computed(enumeration('StockCountStatus', countStatuses)),
    lineCount: computed(Type.Integer()),
    openedBy: computed(nullable(Id)),
    openedAt: computed(Instant),
    endedBy: computed(nullable(Id)),
    endedAt: computed(nullable(Instant)),
    updatedAt: computed(Instant),
  },
  sorts: { openedAt: { column: 'opened_at', type: 'instant' } },
  defaultSort: '-openedAt',
  filters: { status: enumeration('StockCountStatus', countStatuses) },
  isSearched: false,
  constraints: {},
})

export const stockCountLines = collection('stock.stock_count_lines', {
  path: '/pos/stock_count_lines',
  noun: 'stock count line',
  plural: 'stock count lines',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    countId: computed(Id),
    variantId: computed(Id),
    expected: computed(Quantity),
    counted: computed(nullable(Quantity)),
    onHandThen: computed(nullable(Quantity)),
    difference: computed(nullable(Quantity)),
    countedBy: computed(nullable(Id)),
    countedAt: computed(nullable(Instant)),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: 'createdAt',
  filters: { countId: Id, variantId: Id },
  isSearched: false,
  constraints: {},
})
