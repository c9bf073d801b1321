import { type Header, headerFinder } from '../../spreadsheet/header.ts'

/** The accepted headers of each column: folded, in Spanish and English. */
const aliases = {
  name: ['nombre', 'producto', 'articulo', 'name', 'product', 'productname'],
  variant: ['variante', 'presentacion', 'variant'],
  price: ['precio', 'precioventa', 'preciodeventa', 'preciopublico', 'precioalpublico', 'pvp', 'price'],
  sku: ['sku', 'clave', 'codigointerno'],
  barcode: ['codigodebarras', 'codigobarras', 'barcode', 'ean', 'ean13', 'upc', 'gtin'],
  category: ['categoria', 'departamento', 'familia', 'category'],
  cost: ['costo', 'costounitario', 'preciodecosto', 'cost'],
  tax: ['impuesto', 'iva', 'tax', 'taxrate'],
  unit: ['unidad', 'unidaddemedida', 'um', 'unit'],
  stock: ['existencia', 'existencias', 'stock', 'inventario', 'onhand'],
  description: ['descripcion', 'description'],
} as const satisfies Record<string, readonly string[]>

export type ProductField = keyof typeof aliases
export type ProductHeader = Header<ProductField>

/** Reads a row as the header, if it has columns for names and prices. */
export const headerOf = headerFinder(aliases, ['name', 'price'])
