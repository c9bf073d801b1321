import type { TableCell } from '../../spreadsheet/csv.ts'
import type { ExportedProduct } from './import-queries.ts'

const unitNames: Readonly<Record<string, string>> = {
  PIECE: 'Pieza',
  KILOGRAM: 'Kilogramo',
  LITER: 'Litro',
  METER: 'Metro',
}

/** Products as a table that an import reads again, headed in Spanish. */
export function productTable(products: readonly ExportedProduct[]): TableCell[][] {
  const header = [
    'Nombre',
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
    product.sku,
    product.barcode,
    product.category,
    pesos(product.priceCentavos),
    product.costCentavos === null ? null : pesos(product.costCentavos),
    product.tax,
    unitNames[product.unit] ?? product.unit,
    product.stock,
    product.description,
  ])
  return [header, ...rows]
}

/** Two decimals at most: far below where a number cell would lose any. */
function pesos(amountCentavos: bigint): number {
  return Number(amountCentavos) / 100
}
