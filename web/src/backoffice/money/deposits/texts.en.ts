import type { Translated } from '../../../ui/words/language.ts'
import type { depositTexts } from './texts.ts'

export const depositEnglish: Translated<typeof depositTexts> = {
  title: 'Deposits',
  clabe: 'CLABE for deposits',
  clabeHint: 'Transfer to this account by SPEI and report it, so that we find your money sooner.',
  accountMissing:
    'The platform has not published the account for deposits yet. Ask for it before you transfer.',
  report: 'Report a deposit',
  reportHint:
    'Transfer by SPEI and report it here. Your balance is credited when the platform confirms the transfer.',
  reportDo: 'Report',
  reported: 'Reported. You will see here when it is credited.',
  amount: 'Amount',
  amountFault: 'Enter the amount that you transferred.',
  tracking: 'Tracking key',
  trackingHint: 'It is on your bank’s receipt: up to 30 letters and digits.',
  trackingFault: 'Enter the key as printed: letters and digits only.',
  paidOn: 'Transfer date',
  paidOnFault: 'Choose a date that is not in the future.',
  bank: 'Sending bank',
  proof: 'Proof',
  proofHint: 'A link to your receipt, or its number, if you have one.',
  when: 'Reported',
  state: 'State',
  reason: 'Reason',
  status: { REPORTED: 'In review', CREDITED: 'Credited', REJECTED: 'Rejected' },
  empty: 'No deposits reported',
  emptyHint: 'When you transfer money to your balance, report it here to follow its status.',
}
