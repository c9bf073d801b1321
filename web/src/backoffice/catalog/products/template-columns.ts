/**
 * The columns of a product file, by the names that the import expects. They are Spanish in every language.
 */
export const templateColumns = [
  'Nombre',
  'Variante',
  'Precio',
  'SKU',
  'Código de barras',
  'Categoría',
  'Costo',
  'Impuesto',
  'Unidad',
  'Existencia',
  'Descripción',
]
