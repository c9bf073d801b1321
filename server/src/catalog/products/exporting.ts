import type { TableCell } from '../../spreadsheet/csv.ts'
import { pesos } from '../../spreadsheet/table.ts'
import type { ExportedProduct } from './import-queries.ts'
import { unitNames } from './schema.ts'

/** Products as a table that can be imported again, with Spanish headers. */
export function productTable(products: readonly ExportedProduct[]): TableCell[][] {
  const header = [
    'Nombre',
    'Variante',
    'SKU',
    'Código de barras',
    'Categoría',
    'Precio',
    'Costo',
    'Impuesto',
    'Unidad',
    'Existencia',
    'Descripción',
  ]
  const rows = products.map((product) => [
    product.name,
    product.variant,
    product.sku,
    product.barcode,
    product.category,
    pesos(product.priceCentavos),
    pesos(product.costCentavos),
    product.tax,
    product.unit && (unitNames[product.unit] ?? product.unit),
    product.stock,
    product.description,
  ])
  return [header, ...rows]
}
