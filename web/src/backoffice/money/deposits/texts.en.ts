import type { Translated } from '../../../ui/words/language.ts'
import type { depositTexts } from './texts.ts'

export const depositEnglish: Translated<typeof depositTexts> = {
  title: 'Deposits',
  report: 'Report a deposit',
  reportHint: 'Transfer by SPEI and tell us here. Your balance rises when the platform has found the money.',
  reportDo: 'Report',
  reported: 'Reported. You will see here when it is credited.',
  amount: 'Amount',
  amountFault: 'Type the amount that you transferred.',
  tracking: 'Tracking key',
  trackingHint: 'It is on the receipt of your bank: up to 30 letters and digits.',
  trackingFault: 'Type the key as it stands there: letters and digits alone.',
  paidOn: 'Day of the transfer',
  paidOnFault: 'Choose a day, today at the latest.',
  bank: 'Bank it came from',
  proof: 'Proof',
  proofHint: 'A link or the number of your receipt, if you have it.',
  when: 'Reported',
  state: 'State',
  reason: 'Reason',
  status: { REPORTED: 'To be reviewed', CREDITED: 'Credited', REJECTED: 'Rejected' },
  empty: 'No deposits reported',
  emptyHint: 'When you transfer money for your balance, report it here and see how far it is.',
}
