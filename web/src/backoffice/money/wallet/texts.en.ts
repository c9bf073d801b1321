import type { Translated } from '../../../ui/words/language.ts'
import type { walletTexts } from './texts.ts'

export const walletEnglish: Translated<typeof walletTexts> = {
  title: 'Balance',
  hint: 'The top-ups that you sell are paid from this balance.',
  available: 'Available',
  held: 'Set aside for sales in progress',
  course: 'How your balance went',
  when: 'Date',
  kind: 'Movement',
  memo: 'Detail',
  amount: 'Amount',
  balance: 'Balance',
  csv: 'Download CSV',
  empty: 'No movements',
  emptyHint: 'Deposits and sales will appear here.',
  kinds: {
    deposit: 'Deposit',
    reserve: 'Sale',
    capture: 'Sale done',
    release: 'Returned: sale declined',
    reverse: 'Returned: sale reversed',
    correction: 'Correction',
    settlement_reserve: 'Payout',
    settlement_capture: 'Payout paid',
    settlement_release: 'Returned: payout not paid',
    settlement_return: 'Returned: payout sent back by the bank',
  },
}
