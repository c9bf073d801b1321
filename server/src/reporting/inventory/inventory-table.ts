import { unitNames } from '../../catalog/products/schema.ts'
import type { TableCell } from '../../spreadsheet/csv.ts'
import { column, pesos, tableOf } from '../../spreadsheet/table.ts'
import type { InventoryItem } from './schema.ts'

const columns = [
  column<InventoryItem>('Tienda', (item) => item.storeName),
  column<InventoryItem>('Producto', (item) => item.productName),
  column<InventoryItem>('Variante', (item) => item.variantName),
  column<InventoryItem>('SKU', (item) => item.sku),
  column<InventoryItem>('Categoría', (item) => item.categoryName),
  column<InventoryItem>('Unidad', (item) => unitNames[item.unit] ?? item.unit),
  column<InventoryItem>('Existencia', (item) => item.onHand),
  column<InventoryItem>('Punto de reorden', (item) => item.reorderPoint),
  column<InventoryItem>('¿Pedir?', (item) => (item.isLow ? 'Sí' : 'No')),
  column<InventoryItem>('Costo unitario', (item) => pesos(item.unitCostCentavos)),
  column<InventoryItem>('Precio', (item) => pesos(item.unitPriceCentavos)),
  column<InventoryItem>('Valor a costo', (item) => pesos(item.costValueCentavos)),
  column<InventoryItem>('Valor a precio', (item) => pesos(item.priceValueCentavos)),
]

/** The stock as a table, with Spanish headers. */
export function inventoryTable(items: readonly InventoryItem[]): TableCell[][] {
  return tableOf(columns, items)
}
