import { Type } from 'typebox'
import { collection } from '../../collections/collection.ts'
import { computed, line, optional, required } from '../../collections/fields.ts'
import { Amount, AmountInput, Id, Instant, NullableAmount, nullable, oneOf, text } from '../../http/shapes.ts'
import { assertTree } from './queries.ts'

const kinds = ['GOODS', 'SERVICE', 'CHIP'] as const
const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', description: '#rrggbb' })
const Picture = line(200)

export const products = collection('pos.products', {
  path: '/pos/products',
  noun: 'product',
  plural: 'products',
  tag: 'Catalog',
  domain: 'catalog',
  writes: ['create', 'update', 'delete'],
  storeColumn: 'store_id',
  fields: {
    categoryId: optional(nullable(Id)),
    sku: optional(nullable(line(60))),
    name: required(line(160)),
    description: optional(nullable(text(2_000))),
    picture: optional(nullable(Picture)),
    kind: optional(oneOf(kinds)),
    priceCentavos: required(Amount, AmountInput),
    costCentavos: optional(NullableAmount, nullable(AmountInput)),
    isActive: optional(Type.Boolean()),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    name: { column: 'name_key', type: 'text' },
    priceCentavos: { column: 'price_centavos', type: 'integer' },
    createdAt: { column: 'created_at', type: 'instant' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: 'name',
  filters: { categoryId: Id, kind: oneOf(kinds), sku: line(60), isActive: Type.Boolean() },
  isSearched: true,
  constraints: {
    products_merchant_id_store_id_sku_key: 'sku',
    products_merchant_id_store_id_category_id_fkey: 'categoryId',
  },
})

export const categories = collection('pos.categories', {
  path: '/pos/categories',
  noun: 'category',
  plural: 'categories',
  tag: 'Catalog',
  domain: 'catalog',
  writes: ['create', 'update', 'delete'],
  storeColumn: 'store_id',
  fields: {
    parentId: optional(nullable(Id)),
    name: required(line(80)),
    color: optional(nullable(Color)),
    picture: optional(nullable(Picture)),
    position: optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    position: { column: 'position', type: 'integer' },
    name: { column: 'name_key', type: 'text' },
    createdAt: { column: 'created_at', type: 'instant' },
  },
  defaultSort: 'position',
  filters: { parentId: Id },
  isSearched: true,
  constraints: {
    categories_name: 'name',
    categories_merchant_id_store_id_parent_id_fkey: 'parentId',
  },
  check: assertTree,
})
