import { catalog } from '../../../ui/words/words.ts'

export const categoryTexts = catalog('category', {
  title: 'Categorías',
  hint: 'Los estantes en que se ordena el catálogo.',
  add: 'Nueva categoría',
  edit: 'Editar categoría',
  name: 'Nombre',
  color: 'Color',
  pickColor: 'Tomar un color de la pantalla',
  colorFault: 'Escribe el color completo, como #0d6657, o deja el campo vacío.',
  parent: 'Dentro de',
  noParent: 'Ninguna',
  position: 'Orden',
  empty: 'Sin categorías',
  emptyHint: 'Ordena tus productos por tipo: bebidas, botanas, limpieza…',
})
