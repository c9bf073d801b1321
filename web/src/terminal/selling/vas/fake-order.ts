import type { VasProduct } from '@mostrador/client'
import type { VasTerms } from '../orders/order.ts'

// For tests: a top-up of 100 pesos, paid in cash.

export const provider = { id: 'p1', name: 'Telcel', slug: 'telcel', health: 'UP' } as const
export const product = {
  id: 'x100',
  kind: 'airtime',
  subkind: 'topup',
  provider,
  name: 'Telcel 100 MXN',
  amountCentavos: 10_000,
  range: null,
  feeCentavos: 0,
} as VasProduct
export const digits = '5512345600'
export const terms: VasTerms = {
  storeId: 's1',
  terminalId: null,
  product,
  reference: digits,
  amountCentavos: 10_000,
  quote: null,
  payment: { method: 'CASH', tenderedCentavos: null },
  repeats: null,
}
