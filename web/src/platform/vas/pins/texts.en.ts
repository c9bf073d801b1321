import type { Translated } from '../../../ui/words/language.ts'
import type { giftCardTexts } from './texts.ts'

export const giftCardEnglish: Translated<typeof giftCardTexts> = {
  title: 'Gift cards',
  hint: 'Gift cards sold by merchants, newest first. Codes are not shown, and each view is recorded in the audit log.',
  merchant: 'Merchant',
  anyMerchant: 'Leave empty for all',
  state: 'State',
  any: 'All',
  many: { PENDING: 'In progress', COMPLETED: 'Delivered', FAILED: 'Declined', REVERSED: 'Reversed' },
  one: { PENDING: 'In progress', COMPLETED: 'Delivered', FAILED: 'Declined', REVERSED: 'Reversed' },
  folio: 'Folio',
  product: 'Card',
  amount: 'Amount',
  pin: 'Code',
  unseen: 'Not shown yet',
  seen: 'Already shown',
  reprints_one: '{{count}} reprint',
  reprints_other: '{{count}} reprints',
  soldAt: 'Sold',
  empty: 'None sold yet',
  emptyHint: 'Cards sold in a till’s “PINs” tab appear here.',
}
