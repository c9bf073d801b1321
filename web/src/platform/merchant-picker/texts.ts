import { catalog } from '../../ui/words/words.ts'

export const merchantPickerTexts = catalog('merchantPicker', {
  looking: 'Buscando…',
  nothing: 'Ningún comercio coincide',
})
