import type { Translated } from '../../ui/words/language.ts'
import type { shellTexts } from './texts.ts'

export const shellEnglish: Translated<typeof shellTexts> = {
  store: 'Store',
  menu: 'Menu',
  skip: 'Skip to content',
  notAllowedTitle: 'You do not have access to this page',
  toAccount: 'Go to “My account”',
  restored:
    'The database was restored: the administration is closed, and no services are sold and no payouts requested, until it is reconciled. An administrator of all merchants, on the page “Restore”, or the operator of the server with “mostrador authority reconcile”, reviews what was lost and decides what holds again.',
}
