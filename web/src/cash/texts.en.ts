import type { Translated } from '../ui/words/language.ts'
import type { drawerTexts } from './texts.ts'

export const drawerEnglish: Translated<typeof drawerTexts> = {
  x: 'X report',
  z: 'Report {{folio}}',
  piecesOf: 'Pieces of {{value}}',
  method: { CASH: 'Cash', CARD: 'Card', TRANSFER: 'Transfer' },
  cashier: 'Cashier',
  opened: 'Opened',
  closed: 'Closed',
  float: 'Float',
  sales: 'Sales ({{count}})',
  discounts: 'Discounts',
  refunds: 'Refunds ({{count}})',
  rounding: 'Rounding',
  by: { CASH: 'Sales in cash', CARD: 'Sales by card', TRANSFER: 'Sales by transfer' },
  refundBy: { CASH: 'Cash refunds', CARD: 'Card refunds', TRANSFER: 'Transfer refunds' },
  vas: { airtime: 'Top-ups ({{count}})', pin: 'PINs ({{count}})', service: 'Bills ({{count}})' },
  cashIn: 'Cash in',
  cashOut: 'Cash out',
  drop: 'Drops',
  pending: 'Top-ups and bills in progress',
  expected: 'Expected cash',
  counted: 'Counted cash',
  difference: 'Difference',
  reason: 'Reason',
  tax: 'VAT {{rate}}%',
}
