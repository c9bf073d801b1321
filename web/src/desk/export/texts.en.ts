import type { Translated } from '../../ui/words/language.ts'
import type { exportTexts } from './texts.ts'

export const exportEnglish: Translated<typeof exportTexts> = {
  do: 'Export',
  xlsx: 'Excel workbook (.xlsx)',
  csv: 'Comma-separated text (.csv)',
  lastDays: 'Last 30 days',
  notSearched: 'Not limited to what you search for',
}
