import type { Translated } from '../../ui/words/language.ts'
import type { merchantPickerTexts } from './texts.ts'

export const merchantPickerEnglish: Translated<typeof merchantPickerTexts> = {
  looking: 'Searching…',
  nothing: 'No merchant matches',
}
