import type { Translated } from '../ui/words/language.ts'
import type { moneyBackTexts } from './money-back-texts.ts'

export const moneyBackEnglish: Translated<typeof moneyBackTexts> = {
  cashOnly: 'Give {{amount}} to the customer.',
  way: {
    CASH: 'Give {{amount}} in cash to the customer.',
    CARD: 'Return {{amount}} to the customer’s card: cancel or refund the charge on the card terminal.',
    TRANSFER: 'Return {{amount}} to the customer by transfer.',
  },
  none: 'There is no money to hand over.',
}
