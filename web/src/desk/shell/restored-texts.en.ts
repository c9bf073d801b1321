import type { Translated } from '../../ui/words/language.ts'
import type { restoredTexts } from './restored-texts.ts'

export const restoredEnglish: Translated<typeof restoredTexts> = {
  restored:
    'The database was restored: the administration is closed, and no services are sold and no payouts requested, until it is reconciled. An administrator of all merchants, on the page “Restore”, or the operator of the server with “mostrador authority reconcile”, reviews what was lost and decides what holds again.',
}
