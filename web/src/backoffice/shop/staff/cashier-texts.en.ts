import type { Translated } from '../../../ui/words/language.ts'
import type { cashierTexts } from './cashier-texts.ts'

export const cashierEnglish: Translated<typeof cashierTexts> = {
  title: 'Add cashier',
  name: 'Name',
  hint: 'They sign in at the till with a code and a PIN: no email or password needed.',
  code: 'Code (optional)',
  codeHint: '4 to 8 digits or capital letters. Leave empty for a new one.',
  codeFault: 'Use 4 to 8 digits or capital letters.',
  make: 'Add',
  made: 'Give these to {{name}}',
  madeHint:
    'At the till they type their code and this PIN, and choose their own. It works once, for 3 days, and is not shown again.',
  madeCode: 'Code',
  pin: 'PIN',
  madeBefore: 'You had already added {{name}}',
  madeBeforeHint: 'Their PIN was shown only once. If it was lost, create another in “Contact records”.',
}
