import type { Translated } from '../../../ui/words/language.ts'
import type { walletTexts } from './texts.ts'

export const walletEnglish: Translated<typeof walletTexts> = {
  title: 'Balance',
  hint: 'This balance pays for the top-ups that you sell.',
  available: 'Available',
  held: 'Held (sales and payouts in progress)',
  course: 'Balance history',
  when: 'Date',
  kind: 'Movement',
  memo: 'Details',
  amount: 'Amount',
  balance: 'Balance',
  csv: 'Download the last 30 days',
  empty: 'No movements',
  emptyHint: 'Deposits and sales will appear here.',
  kinds: {
    deposit: 'Deposit',
    reserve: 'Sale',
    capture: 'Sale completed',
    release: 'Returned: sale declined',
    reverse: 'Returned: sale reversed',
    correction: 'Correction',
    settlement_reserve: 'Payout',
    settlement_capture: 'Payout paid',
    settlement_release: 'Returned: payout not paid',
    settlement_return: 'Returned: payout rejected by the bank',
  },
}
