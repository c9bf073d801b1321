import type { Translated } from '../../../ui/words/language.ts'
import type { saleTexts } from './texts.ts'

export const saleEnglish: Translated<typeof saleTexts> = {
  title: 'Top-ups and bills',
  hint: 'Top-ups, PINs and bill payments of the store, the latest first.',
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
  emptyHint: 'When you sell a top-up at the till it will appear here.',
  emptyFilter: 'No sales in this state',
  receipt: 'Receipt',
}
