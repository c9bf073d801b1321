import type { Translated } from '../../../ui/words/language.ts'
import type { termsTexts } from './texts.ts'

export const termsEnglish: Translated<typeof termsTexts> = {
  title: 'Service terms',
  platformHint: 'They apply to every merchant without its own terms.',
  merchantHint:
    'What it can sell, earns and charges. The platform’s terms apply where it has none of its own.',
  change: 'Change terms',
  changeTitle: 'Service terms of {{name}}',
  platformTitle: 'The platform’s service terms',
  keeps: 'They apply from the next sale. Past sales keep their terms.',
  kind: { airtime: 'Airtime', service: 'Bill payments', pin: 'PINs' },
  offered: 'Offered',
  notOffered: 'Not offered',
  inherit: 'Platform default',
  share: 'Earns {{percent}} of the margin',
  fee: 'Charges {{fee}} per sale',
  noFee: 'No customer fee',
  fromPlatform: 'Platform default',
  own: 'Custom',
  withheldNames: 'Not offered: {{names}}.',
  changedAt: 'Last change: {{when}}',
  offeredLabel: 'Offer',
  shareLabel: 'Margin share (%)',
  feeLabel: 'Customer fee ($)',
  asPlatform: 'Now: {{value}}',
  withheld: 'Companies not offered',
  withheldHint: 'Its tills do not show or sell them.',
  reason: 'Reason for the change',
  fault: {
    share: 'From 0 to 100, with up to two decimals.',
    fee: 'From $0 to $1,000.',
    missing: 'The platform’s terms cannot be left empty.',
  },
}
