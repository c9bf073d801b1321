import { collection } from '../../collections/collection.ts'
import { computed } from '../../collections/fields.ts'
import { Amount, enumeration, Id, Instant, nullable, Quantity } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { cartStatuses } from './schema.ts'

const NullableText = nullable(Type.String())

/** Commands open and change carts; a separate route returns one of them with its contents. */
export const carts = collection('selling.carts', {
  path: '/pos/carts',
  noun: 'cart',
  plural: 'carts',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  till: ['list'],
  hasOwnRead: true,
  storeColumn: 'store_id',
  fields: {
    membershipId: computed(Id),
    terminalId: computed(nullable(Id)),
    customerId: computed(nullable(Id)),
    status: computed(enumeration('CartStatus', cartStatuses)),
    label: computed(NullableText),
    version: computed(Type.Integer()),
    grossCentavos: computed(Amount),
    discountCentavos: computed(Amount),
    taxCentavos: computed(Amount),
    totalCentavos: computed(Amount),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    updatedAt: { column: 'updated_at', type: 'instant' },
    createdAt: { column: 'created_at', type: 'instant' },
  },
  defaultSort: '-updatedAt',
  filters: {
    status: enumeration('CartStatus', cartStatuses),
    membershipId: Id,
    terminalId: Id,
    customerId: Id,
  },
  isSearched: false,
  constraints: {},
})

export const lineItems = collection('selling.line_items', {
  path: '/pos/line_items',
  noun: 'line item',
  plural: 'line items',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    cartId: computed(Id),
    position: computed(Type.Integer()),
    productId: computed(Id),
    variantId: computed(Id),
    productName: computed(Type.String()),
    variantName: computed(NullableText),
    sku: computed(NullableText),
    kind: computed(Type.String()),
    unit: computed(Type.String()),
    quantity: computed(Quantity),
    unitPriceCentavos: computed(Amount),
    taxRateBps: computed(Type.Integer()),
    isTaxExempt: computed(Type.Boolean()),
    isTaxIncluded: computed(Type.Boolean()),
    grossCentavos: computed(Amount),
    discountCentavos: computed(Amount),
    taxCentavos: computed(Amount),
    totalCentavos: computed(Amount),
    note: computed(NullableText),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    createdAt: { column: 'created_at', type: 'instant' },
    position: { column: 'position', type: 'integer' },
  },
  defaultSort: '-createdAt',
  filters: { cartId: Id, productId: Id, variantId: Id },
  isSearched: false,
  constraints: {},
})
