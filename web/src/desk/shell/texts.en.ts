import type { Translated } from '../../ui/words/language.ts'
import type { shellTexts } from './texts.ts'

export const shellEnglish: Translated<typeof shellTexts> = {
  store: 'Store',
  menu: 'Menu',
  skip: 'Skip to content',
  notAllowedTitle: 'You do not have access to this page',
  offline: 'No connection to the server. What you see may be out of date.',
  toAccount: 'Go to “My account”',
}
