import type { Translated } from '../../../ui/words/language.ts'
import type { giftCardTexts } from './texts.ts'

export const giftCardEnglish: Translated<typeof giftCardTexts> = {
  title: 'Gift cards',
  hint: 'Those that merchants sold, the newest first. Codes are not shown, and each look is in the audit trail.',
  merchant: 'Merchant',
  anyMerchant: 'All if left empty',
  state: 'State',
  any: 'All',
  many: { PENDING: 'In progress', COMPLETED: 'Delivered', FAILED: 'Declined', REVERSED: 'Reversed' },
  one: { PENDING: 'In progress', COMPLETED: 'Delivered', FAILED: 'Declined', REVERSED: 'Reversed' },
  folio: 'Folio',
  product: 'Card',
  amount: 'Amount',
  pin: 'Code',
  unseen: 'Nobody has seen it',
  seen: 'Shown already',
  reprints_one: '{{count}} reprint',
  reprints_other: '{{count}} reprints',
  soldAt: 'Sold',
  empty: 'None has been sold yet',
  emptyHint: 'They appear here when a store sells a card in the tab Pines.',
}
