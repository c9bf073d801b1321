import { collection } from '../../collections/collection.ts'
import { computed, cost, line } from '../../collections/fields.ts'
import { Day, enumeration, Id, Instant, NullableAmount, nullable } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'

const statuses = ['IN_STOCK', 'SOLD', 'ACTIVATED', 'VOID'] as const
const Digits = Type.String({ pattern: '^[0-9]{5,20}$' })
const NullableText = nullable(Type.String())

/** Read only: units are created by imports, sold by carts and activated by a command. */
export const chipUnits = collection('stock.chip_units', {
  path: '/pos/chip_units',
  noun: 'chip unit',
  plural: 'chip units',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    productId: computed(Id),
    importId: computed(Id),
    importRow: computed(Type.Integer()),
    iccid: computed(Type.String()),
    msisdn: computed(NullableText),
    imsi: computed(NullableText),
    carrier: computed(NullableText),
    batch: computed(NullableText),
    costCentavos: cost(computed(NullableAmount)),
    priceCentavos: computed(NullableAmount),
    expiresOn: computed(nullable(Day)),
    status: computed(enumeration('ChipStatus', statuses)),
    orderId: computed(nullable(Id)),
    importedAt: computed(Instant),
    soldAt: computed(nullable(Instant)),
    activatedAt: computed(nullable(Instant)),
    updatedAt: computed(Instant),
  },
  sorts: {
    importedAt: { column: 'imported_at', type: 'instant' },
    iccid: { column: 'iccid', type: 'text' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: 'importedAt',
  filters: {
    status: enumeration('ChipStatus', statuses),
    productId: Id,
    importId: Id,
    orderId: Id,
    iccid: Digits,
    msisdn: Digits,
    batch: line(60),
  },
  isSearched: false,
  constraints: {},
})

export const chipImports = collection('stock.chip_imports', {
  path: '/pos/chip_imports',
  noun: 'chip import',
  plural: 'chip imports',
  tag: 'stock',
  domain: 'inventory',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    productId: computed(Id),
    fileName: computed(Type.String()),
    sheetName: computed(Type.String()),
    rowCount: computed(Type.Integer()),
    importedBy: computed(Id),
    importedAt: computed(Instant),
  },
  sorts: { importedAt: { column: 'imported_at', type: 'instant' } },
  defaultSort: '-importedAt',
  filters: { productId: Id },
  isSearched: false,
  constraints: {},
})
