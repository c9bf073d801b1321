import { day, oneOf, record, searchOf, words } from '../../../desk/search/search.ts'
import type { By } from './queries.ts'

export const inventory = 'inventario'
export const everyStore = 'todas'
/** Only what has to be bought. */
export const low = 'surtir'
export const groupings = [
  'day',
  'hour',
  'product',
  'category',
  'cashier',
  'method',
  'vas_kind',
  'store',
  'tax_rate',
] as const satisfies readonly By[]

export const reportsSearch = searchOf({
  estado: oneOf([inventory]),
  tiendas: oneOf([everyStore]),
  por: oneOf(groupings),
  desde: day,
  hasta: day,
  q: words,
  categoria: record,
  filtro: oneOf([low]),
})
