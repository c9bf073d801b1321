import type { Translated } from '../ui/words/language.ts'
import type { ticketTexts } from './texts.ts'

export const ticketEnglish: Translated<typeof ticketTexts> = {
  title: { SALE: 'Sales receipt', REFUND: 'Refund', RETURN: 'Return' },
  copy: 'COPY',
  phone: 'Tel. {{phone}}',
  rfc: 'RFC',
  folio: 'Folio',
  ofSale: 'Original sale',
  date: 'Date',
  cashier: 'Served by',
  terminal: 'Till',
  customer: 'Customer',
  reason: 'Reason',
  subtotal: 'Subtotal',
  discount: 'Discount',
  tax: 'VAT {{rate}}%',
  rounding: 'Rounding',
  total: { SALE: 'Total', REFUND: 'Refunded', RETURN: 'Refunded' },
  method: { CASH: 'Cash', CARD: 'Card', TRANSFER: 'Transfer' },
  change: 'Change',
  iccid: 'ICCID',
  number: 'Number',
  thanks: 'Thank you!',
}
