import type { Translated } from '../../ui/words/language.ts'
import type { merchantNameTexts } from './texts.ts'

export const merchantNameEnglish: Translated<typeof merchantNameTexts> = {
  merchant: 'Business: {{merchant}}',
}
