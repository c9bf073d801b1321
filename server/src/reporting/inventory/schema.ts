import { type Static, Type } from 'typebox'
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

const filters = {
  storeId: Type.Optional(Id),
  q: asParameter(
    'InventorySearch',
    Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^[^\\u0000]*$',
        description: 'Words to look for in names, SKUs and barcodes; accents and case do not matter',
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
      variantName: nullable(Type.String({ description: 'null: the product as it stands' })),
      sku: nullable(Type.String()),
      categoryName: nullable(Type.String()),
      unit: Type.String(),
      onHand: Quantity,
      reorderPoint: nullable(Quantity),
      isLow: Type.Boolean(),
      unitPriceCentavos: Amount,
      unitCostCentavos: NullableAmount,
      priceValueCentavos: { ...Amount, description: 'What is on the shelf, at its price' } as typeof Amount,
      costValueCentavos: {
        ...NullableAmount,
        description: 'What is on the shelf, at its cost; null where the cost is not known, and to a cashier',
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
        description: 'As far as costs are known; null to a cashier',
      } as typeof NullableAmount,
      unknownCostCount: Type.Integer({
        description: 'How many have something on the shelf and no known cost',
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
        description: 'Of all that was found; on the first page alone',
      } as ReturnType<typeof nullable<typeof InventoryTotals>>,
    },
    closed,
  ),
)
