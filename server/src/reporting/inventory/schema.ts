import {
  Amount,
  asParameter,
  closed,
  exportQuery,
  Id,
  NullableAmount,
  named,
  nullable,
  page,
  pageQuery,
  Quantity,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

const filters = {
  storeId: Type.Optional(Id),
  q: asParameter(
    'InventorySearch',
    Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Search words for names, SKUs and barcodes; accents and case are ignored',
      }),
    ),
  ),
  categoryId: Type.Optional(Id),
  isLow: Type.Optional(Type.Boolean()),
}
export const InventoryQuery = Type.Object({ ...filters, ...pageQuery }, closed)
export type InventoryQuery = Static<typeof InventoryQuery>
export const InventoryExportQuery = Type.Object({ ...filters, ...exportQuery }, closed)
export type InventoryExportQuery = Static<typeof InventoryExportQuery>

export const InventoryItem = named(
  'InventoryItem',
  Type.Object(
    {
      storeId: Id,
      storeName: Type.String(),
      productId: Id,
      productName: Type.String(),
      variantId: Id,
      variantName: nullable(Type.String({ description: 'null: the product itself' })),
      sku: nullable(Type.String()),
      categoryName: nullable(Type.String()),
      unit: Type.String(),
      onHand: Quantity,
      reorderPoint: nullable(Quantity),
      isLow: Type.Boolean(),
      unitPriceCentavos: Amount,
      unitCostCentavos: NullableAmount,
      priceValueCentavos: { ...Amount, description: 'Value of the stock at its price' } as typeof Amount,
      costValueCentavos: {
        ...NullableAmount,
        description: 'Value of the stock at its cost; null if the cost is unknown, and for cashiers',
      } as typeof NullableAmount,
    },
    closed,
  ),
)
export type InventoryItem = Static<typeof InventoryItem>

export const InventoryTotals = named(
  'InventoryTotals',
  Type.Object(
    {
      itemCount: Type.Integer(),
      lowCount: Type.Integer(),
      priceValueCentavos: Amount,
      costValueCentavos: {
        ...NullableAmount,
        description: 'Only of goods with a known cost; null for cashiers',
      } as typeof NullableAmount,
      unknownCostCount: Type.Integer({
        description: 'Goods in stock without a known cost',
      }),
    },
    closed,
  ),
)
export type InventoryTotals = Static<typeof InventoryTotals>

export const InventoryReport = named(
  'InventoryReport',
  Type.Object(
    {
      ...page(InventoryItem).properties,
      totals: {
        ...nullable(InventoryTotals),
        description: 'Totals of all results; only on the first page',
      } as ReturnType<typeof nullable<typeof InventoryTotals>>,
    },
    closed,
  ),
)
