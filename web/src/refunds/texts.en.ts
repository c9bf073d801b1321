import type { Translated } from '../ui/words/language.ts'
import type { refundWayTexts } from './texts.ts'

export const refundWayEnglish: Translated<typeof refundWayTexts> = {
  label: 'Refund method',
  original: 'Original payment: {{ways}}',
  all: { CASH: 'All in cash', TRANSFER: 'All by transfer' },
  otherHint: 'This differs from the original payment. The approver sees it, and it is recorded.',
  way: { CASH: 'cash', CARD: 'card', TRANSFER: 'transfer' },
  asked: {
    original: 'Original payment method',
    CASH: 'Cash (not the original payment method)',
    TRANSFER: 'Transfer (not the original payment method)',
  },
}
