import type { Translated } from '../../ui/words/language.ts'
import type { confirmationTexts } from './texts.ts'

export const confirmationEnglish: Translated<typeof confirmationTexts> = {
  confirmTitle: 'Confirm that it is you',
  confirmHint: 'This is a sensitive action. We will not ask again for ten minutes.',
  confirmDo: 'Confirm',
}
