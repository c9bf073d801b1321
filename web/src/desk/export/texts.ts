import { catalog } from '../../ui/words/words.ts'

export const exportTexts = catalog('export', {
  do: 'Exportar',
  xlsx: 'Libro de Excel (.xlsx)',
  csv: 'Texto separado por comas (.csv)',
  lastDays: 'Lo de los últimos 30 días',
  notSearched: 'Sin limitarse a lo que buscas',
})
