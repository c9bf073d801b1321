import {
  Amount,
  closed,
  enumeration,
  exportQuery,
  Id,
  Instant,
  list,
  NullableAmount,
  named,
  nullable,
  Quantity,
  Since,
  UploadedFile,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

/** The unit of prices and quantities. Goods sold by the piece are counted in whole numbers. */
export const units = ['PIECE', 'KILOGRAM', 'LITER', 'METER'] as const
/** As written in files. */
export const unitNames: Readonly<Record<string, string>> = {
  PIECE: 'Pieza',
  KILOGRAM: 'Kilogramo',
  LITER: 'Litro',
  METER: 'Metro',
}

export const BarcodeText = Type.String({
  pattern: '^[0-9A-Za-z._-]{3,48}$',
  description:
    'With 8 (EAN-8 or UPC-E), 12 or 13 digits, the check digit is verified; any other code is your own',
})

const TaxRateTemplate = named(
  'TaxRateTemplate',
  Type.Object(
    {
      code: Type.String(),
      name: Type.String(),
      rateBps: Type.Integer({ description: 'Basis points: 1600 is 16 %' }),
      isExempt: Type.Boolean(),
    },
    closed,
  ),
)
export type TaxRateTemplate = Static<typeof TaxRateTemplate>
export const TaxRateTemplates = list(TaxRateTemplate)

const Text = Type.String()

export const kinds = ['GOODS', 'SERVICE', 'CHIP'] as const

export const TillCatalogQuery = Type.Object(
  { storeId: Type.Optional(Id), updatedSince: Type.Optional(Since) },
  closed,
)

/** PostgreSQL writes this JSON; the schema describes it. */
export const TillCatalog = named(
  'TillCatalog',
  Type.Object(
    {
      storeId: Id,
      syncedTo: Type.String({ format: 'date-time', description: 'Send it as updatedSince next time' }),
      products: Type.Array(
        named(
          'TillCatalogProduct',
          Type.Object(
            {
              id: Id,
              categoryId: nullable(Id),
              sku: nullable(Text),
              name: Text,
              description: nullable(Text),
              picture: nullable(Text),
              kind: enumeration('ProductKind', kinds),
              priceCentavos: Amount,
              taxRateId: nullable(Id),
              isTaxIncluded: Type.Boolean(),
              unit: enumeration('ProductUnit', units),
              tracksStock: Type.Boolean(),
              isPriceOpen: Type.Boolean(),
              isActive: Type.Boolean(),
              variants: Type.Array(
                named(
                  'TillCatalogVariant',
                  Type.Object(
                    {
                      id: Id,
                      name: nullable(Text),
                      sku: nullable(Text),
                      priceCentavos: NullableAmount,
                      isActive: Type.Boolean(),
                      barcodes: Type.Array(Text),
                    },
                    closed,
                  ),
                ),
              ),
            },
            closed,
          ),
        ),
      ),
      categories: Type.Array(
        named(
          'TillCatalogCategory',
          Type.Object(
            {
              id: Id,
              parentId: nullable(Id),
              name: Text,
              color: nullable(Text),
              picture: nullable(Text),
              position: Type.Integer(),
            },
            closed,
          ),
        ),
      ),
      taxRates: Type.Array(
        named(
          'TillCatalogTaxRate',
          Type.Object(
            {
              id: Id,
              name: Text,
              rateBps: Type.Integer(),
              isExempt: Type.Boolean(),
              isDefault: Type.Boolean(),
            },
            closed,
          ),
        ),
      ),
      stock: Type.Array(
        named('TillCatalogStockLevel', Type.Object({ variantId: Id, onHand: Quantity }, closed)),
      ),
      deletedIds: Type.Array(Id),
    },
    closed,
  ),
)

export const productModes = ['CREATE', 'UPSERT'] as const
export type ProductMode = (typeof productModes)[number]

export const ImportProducts = named(
  'ProductImportFile',
  Type.Object(
    {
      storeId: Id,
      mode: Type.Optional(
        enumeration(
          'ProductImportMode',
          productModes,
          'UPSERT: a row with a known SKU, or with no SKU and a known barcode, updates that product; CREATE: it is a fault',
        ),
      ),
      dryRun: Type.Optional(Type.Boolean({ description: 'Validate every row and write nothing' })),
      file: UploadedFile,
    },
    closed,
  ),
)
export type ImportProducts = Static<typeof ImportProducts>

export const ProductImport = named(
  'ProductImportResult',
  Type.Object(
    {
      id: nullable(Id),
      storeId: Id,
      mode: enumeration('ProductImportMode', productModes),
      fileName: Text,
      sheetName: Type.String({ description: 'The sheet that was read: the first visible one' }),
      hiddenSheets: Type.Array(Text, { description: 'Sheets that were not read' }),
      rowCount: Type.Integer({ description: 'Products in the file' }),
      createdCount: Type.Integer(),
      updatedCount: Type.Integer(),
      createdVariantCount: Type.Integer({ description: 'Variants, which have their own rows' }),
      updatedVariantCount: Type.Integer(),
      newCategories: Type.Array(Text),
      ignoredStockCount: Type.Integer({
        description:
          'Rows of existing products that give a stock: it is ignored, since only deliveries and counts change it',
      }),
      isDryRun: Type.Boolean(),
      importedAt: nullable(Instant),
    },
    closed,
  ),
)
export type ProductImport = Static<typeof ProductImport>

/** All faults that a cell can have; docs/product-import.md explains each. */
export type ProductFaultCode =
  | 'amount_not_accepted'
  | 'barcode_check_digit'
  | 'barcode_not_accepted'
  | 'barcode_numeric_cell'
  | 'barcode_repeated_in_file'
  | 'barcode_taken'
  | 'column_repeated'
  | 'formula_cell'
  | 'merged_cell'
  | 'name_missing'
  | 'name_taken'
  | 'not_of_variants'
  | 'price_missing'
  | 'sku_numeric_cell'
  | 'sku_of_variant'
  | 'sku_repeated_in_file'
  | 'sku_taken'
  | 'stock_not_accepted'
  | 'tax_unknown'
  | 'text_not_accepted'
  | 'unit_in_fractions'
  | 'unit_of_open_price'
  | 'unit_unknown'
  | 'unreadable_cell'
  | 'variant_repeated_in_file'
  | 'variant_taken'
  | 'variant_without_product'

/** One fault of one cell, among the `rows` of `product_rows_invalid`. */
export interface ProductFault {
  /** As spreadsheets count: the first row is 1. */
  readonly row: number
  /** As spreadsheets name it: `A`. */
  readonly column: string
  readonly field: string
  readonly code: ProductFaultCode
  /** For a repeated value: the row that has it first. */
  readonly firstRow?: number
}

export const ExportQuery = Type.Object({ storeId: Type.Optional(Id), ...exportQuery }, closed)
export type ExportQuery = Static<typeof ExportQuery>

/** The maximum price, as for every amount sent in. */
export const mostCentavos = 100_000_000_00

const PriceChange = Type.Unsafe<
  | { readonly kind: 'PERCENT'; readonly percentBps: number }
  | { readonly kind: 'AMOUNT'; readonly amountCentavos: number }
>(
  Type.Union([
    named(
      'PercentPriceChange',
      Type.Object(
        {
          kind: Type.Literal('PERCENT'),
          percentBps: Type.Integer({
            minimum: -9_999,
            maximum: 100_000,
            description: 'Basis points: 500 is 5 % more',
          }),
        },
        closed,
      ),
    ),
    named(
      'AmountPriceChange',
      Type.Object(
        {
          kind: Type.Literal('AMOUNT'),
          amountCentavos: Type.Integer({
            minimum: -mostCentavos,
            maximum: mostCentavos,
            description: 'Whole centavos of MXN; negative lowers the price',
          }),
        },
        closed,
      ),
    ),
  ]),
)

export const BulkChange = named(
  'ProductBulkChange',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      productIds: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
      price: Type.Optional(PriceChange),
      roundToCentavos: Type.Optional(
        Type.Unsafe<1 | 10 | 50 | 100>({
          type: 'integer',
          enum: [1, 10, 50, 100],
          description: 'Changed prices are rounded to a multiple of this; default 1',
        }),
      ),
      categoryId: Type.Optional(
        nullable(Type.String({ format: 'uuid', description: 'Null: removes the category' })),
      ),
      isActive: Type.Optional(Type.Boolean()),
      dryRun: Type.Optional(Type.Boolean({ description: 'Return the result and write nothing' })),
      basis: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            'The `basis` that a dry run returned: the change is refused if a price has changed since',
        }),
      ),
    },
    closed,
  ),
)
export type BulkChange = Static<typeof BulkChange>

const Price = Type.Integer({ description: 'Whole centavos of MXN' })
const Repriced = { name: Text, priceBeforeCentavos: Price, priceCentavos: Price }

export const BulkChanged = named(
  'ProductBulkChangeResult',
  Type.Object(
    {
      isDryRun: Type.Boolean(),
      basis: Type.String({ description: 'Identifies all prices before the change; opaque' }),
      changedCount: Type.Integer({ description: 'Products with any difference' }),
      items: Type.Array(
        named(
          'ChangedProduct',
          Type.Object(
            {
              productId: Id,
              ...Repriced,
              isChanged: Type.Boolean(),
              variants: Type.Array(
                named('ChangedVariant', Type.Object({ variantId: Id, ...Repriced }, closed)),
              ),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type BulkChanged = Static<typeof BulkChanged>
