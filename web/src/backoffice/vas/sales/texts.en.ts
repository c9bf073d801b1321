import type { Translated } from '../../../ui/words/language.ts'
import type { saleTexts } from './texts.ts'

export const saleEnglish: Translated<typeof saleTexts> = {
  title: 'Top-ups and bills',
  hint: 'The store’s top-ups, PINs and bill payments, newest first.',
  search: 'Folio, phone or reference',
  all: 'All',
  status: { PENDING: 'In progress', COMPLETED: 'Approved', FAILED: 'Declined', REVERSED: 'Reversed' },
  when: 'Date',
  folio: 'Folio',
  product: 'Product',
  number: 'Number',
  cashier: 'Cashier',
  total: 'Total',
  state: 'State',
  authorization: 'Authorization',
  empty: 'No sales yet',
  emptyHint: 'Top-ups sold at the till appear here.',
  emptyFilter: 'No sales match',
  receipt: 'Receipt',
}
