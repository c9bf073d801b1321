import type { Translated } from '../ui/words/language.ts'
import type { refundWayTexts } from './texts.ts'

export const refundWayEnglish: Translated<typeof refundWayTexts> = {
  label: 'How the money goes back',
  original: 'As it was paid: {{ways}}',
  all: { CASH: 'All of it in cash', TRANSFER: 'All of it by transfer' },
  otherHint: 'This is not how it was paid: whoever approves it will see that, and it stays on record.',
  way: { CASH: 'cash', CARD: 'card', TRANSFER: 'transfer' },
  asked: {
    original: 'As it was paid',
    CASH: 'In cash, though it was paid otherwise',
    TRANSFER: 'By transfer, though it was paid otherwise',
  },
}
