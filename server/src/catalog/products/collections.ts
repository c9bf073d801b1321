import { collection } from '../../collections/collection.ts'
import { computed, cost, fixed, line, optional, required } from '../../collections/fields.ts'
import {
  Amount,
  AmountInput,
  enumeration,
  Id,
  Instant,
  NullableAmount,
  nullable,
  text,
} from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import {
  assertDefaultRate,
  assertFitsStock,
  assertFreeSku,
  assertOwnPhoto,
  assertTree,
  dropLastPhoto,
  dropPhoto,
  keepPrice,
  openOwnVariant,
  prepareRate,
  productsByCode,
  rememberParts,
  stampVariant,
} from './queries.ts'
import { assertCheckDigit } from './rules.ts'
import { BarcodeText, kinds, productModes, units } from './schema.ts'

const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', description: '#rrggbb' })
const Picture = { ...line(200), description: 'The name of a drawing, or the id of a file of the catalog' }

export const products = collection('catalog.products', {
  path: '/pos/products',
  noun: 'product',
  plural: 'products',
  tag: 'catalog',
  domain: 'catalog',
  writes: ['create', 'update', 'delete'],
  isReferenced: true,
  till: ['list'],
  storeColumn: 'store_id',
  fields: {
    categoryId: optional(nullable(Id)),
    sku: optional(nullable(line(60))),
    name: required(line(160)),
    description: optional(nullable(text(2_000))),
    picture: optional(nullable(Picture)),
    kind: optional(enumeration('ProductKind', kinds)),
    priceCentavos: required(Amount, AmountInput),
    costCentavos: cost(optional(NullableAmount, nullable(AmountInput))),
    taxRateId: optional(
      nullable(Type.String({ format: 'uuid', description: "Null: the store's default rate" })),
    ),
    isTaxIncluded: optional(Type.Boolean({ description: 'Whether the price includes the tax' })),
    unit: optional(enumeration('ProductUnit', units)),
    tracksStock: optional(Type.Boolean({ description: 'Whether stock is tracked; only for goods' })),
    isPriceOpen: optional(Type.Boolean({ description: 'The price is entered at the till for each sale' })),
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
  filters: {
    categoryId: Id,
    kind: enumeration('ProductKind', kinds),
    sku: line(60),
    taxRateId: Id,
    tracksStock: Type.Boolean(),
    isActive: Type.Boolean(),
  },
  isSearched: true,
  alsoFound: productsByCode,
  isTracked: true,
  constraints: {
    products_merchant_id_store_id_sku_key: 'sku',
    products_merchant_id_store_id_category_id_fkey: 'categoryId',
    products_merchant_id_store_id_tax_rate_id_fkey: 'taxRateId',
  },
  rules: {
    products_stock_is_goods: { field: 'tracksStock', message: 'is only for goods' },
    products_open_price: {
      field: 'isPriceOpen',
      message: 'is only for what is sold by the piece without stock, and not for chips',
    },
  },
  prepare: async (tx, place, values) => {
    await assertFitsStock(tx, place, values)
    await keepPrice(tx, place, values)
    await dropPhoto(tx, place, values)
  },
  check: async (tx, item) => {
    await assertFreeSku(tx, item)
    await assertOwnPhoto(tx, item)
  },
  complete: openOwnVariant,
  beforeRemoval: async (tx, removed) => {
    await rememberParts(tx, removed)
    await dropLastPhoto(tx, removed)
  },
})

/**
 * The variants of a product. The default variant has the product's own id and no values of its own: it stands
 * for the product, and is created and deleted with it.
 */
export const variants = collection('catalog.variants', {
  path: '/pos/variants',
  noun: 'variant',
  plural: 'variants',
  tag: 'catalog',
  domain: 'catalog',
  writes: ['create', 'update', 'delete'],
  isReferenced: true,
  till: ['list'],
  storeColumn: 'store_id',
  fields: {
    productId: fixed(Id),
    name: optional(nullable(line(80))),
    sku: optional(nullable(line(60))),
    priceCentavos: optional(NullableAmount, nullable(AmountInput)),
    costCentavos: cost(optional(NullableAmount, nullable(AmountInput))),
    isActive: optional(Type.Boolean()),
    position: optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    position: { column: 'position', type: 'integer' },
    createdAt: { column: 'created_at', type: 'instant' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: 'position',
  filters: { productId: Id, sku: line(60), isActive: Type.Boolean() },
  isSearched: true,
  isTracked: true,
  constraints: {
    variants_merchant_id_store_id_sku_key: 'sku',
    variants_name: 'name',
    variants_merchant_id_store_id_product_id_fkey: 'productId',
  },
  rules: {
    variants_have_names: {
      field: 'name',
      message: 'is required: it distinguishes the variant from its product',
    },
    variants_own_says_nothing: {
      field: 'name',
      message: 'cannot be set on the default variant, nor can sku, price and cost: change the product',
    },
  },
  keeps: 'It is the product itself: delete the product.',
  prepare: keepPrice,
  check: assertFreeSku,
  beforeRemoval: rememberParts,
})

export const barcodes = collection('catalog.barcodes', {
  path: '/pos/barcodes',
  noun: 'barcode',
  plural: 'barcodes',
  tag: 'catalog',
  domain: 'catalog',
  writes: ['create', 'update', 'delete'],
  till: ['list'],
  storeColumn: 'store_id',
  fields: {
    variantId: required(Id),
    code: required(BarcodeText),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    code: { column: 'code_key', type: 'text' },
    createdAt: { column: 'created_at', type: 'instant' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: 'code',
  filters: { variantId: Id, code: BarcodeText },
  isSearched: false,
  isTracked: true,
  constraints: {
    barcodes_merchant_id_store_id_code_key: 'code',
    barcodes_merchant_id_store_id_variant_id_fkey: 'variantId',
  },
  prepare: (tx, place, values) => ('variantId' in values ? stampVariant(tx, place) : Promise.resolve()),
  check: assertCheckDigit,
  beforeRemoval: stampVariant,
})

export const taxRates = collection('catalog.tax_rates', {
  path: '/pos/tax_rates',
  noun: 'tax rate',
  plural: 'tax rates',
  tag: 'catalog',
  domain: 'catalog',
  writes: ['create', 'update', 'delete'],
  isReferenced: true,
  till: ['list'],
  storeColumn: 'store_id',
  fields: {
    templateCode: computed(nullable(Type.String({ description: "Set for the country's own rates" }))),
    name: required(line(80)),
    rateBps: required(
      Type.Integer({ minimum: 0, maximum: 10_000, description: 'Basis points: 1600 is 16 %' }),
    ),
    isExempt: optional(Type.Boolean({ description: 'Exempt is not zero-rated: it is reported separately' })),
    isDefault: optional(
      Type.Boolean({
        description: 'The rate of products without their own. Setting it replaces the previous default',
      }),
    ),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    rateBps: { column: 'rate_bps', type: 'integer' },
    name: { column: 'name_key', type: 'text' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: '-rateBps',
  filters: { isDefault: Type.Boolean() },
  isSearched: false,
  isTracked: true,
  constraints: { tax_rates_name: 'name' },
  rules: {
    tax_rates_exempt_is_zero: { field: 'rateBps', message: 'must be 0 for an exempt rate' },
  },
  keeps: 'A store has a default rate: make another one the default first.',
  prepare: prepareRate,
  check: assertDefaultRate,
})

export const categories = collection('catalog.categories', {
  path: '/pos/categories',
  noun: 'category',
  plural: 'categories',
  tag: 'catalog',
  domain: 'catalog',
  writes: ['create', 'update', 'delete'],
  isReferenced: true,
  till: ['list'],
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
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: 'position',
  filters: { parentId: Id },
  isSearched: true,
  isTracked: true,
  constraints: {
    categories_name: 'name',
    categories_merchant_id_store_id_parent_id_fkey: 'parentId',
  },
  check: async (tx, item) => {
    await assertTree(tx, item)
    await assertOwnPhoto(tx, item)
  },
})

/** Product files that were imported. */
export const productImports = collection('catalog.product_imports', {
  path: '/pos/product_imports',
  noun: 'product import',
  plural: 'product imports',
  tag: 'catalog',
  domain: 'catalog',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    mode: computed(enumeration('ProductImportMode', productModes)),
    fileName: computed(Type.String()),
    rowCount: computed(Type.Integer()),
    createdCount: computed(Type.Integer()),
    updatedCount: computed(Type.Integer()),
    importedBy: computed(Id),
    importedAt: computed(Instant),
  },
  sorts: { importedAt: { column: 'imported_at', type: 'instant' } },
  defaultSort: '-importedAt',
  filters: {},
  isSearched: false,
  constraints: {},
})
