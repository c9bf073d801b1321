/** The columns of a file of products, by the names that the import knows: a file is in Spanish, whoever fills it in. */
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
