import { day, oneOf, record, searchOf, words } from '../../../desk/search/search.ts'
import type { By } from './queries.ts'

export const inventory = 'inventario'
export const everyStore = 'todas'
/** Only goods that need reordering. */
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

/** The selected store, or all stores. */
export const scope = { tiendas: oneOf([everyStore]) }
export const scopeSearch = searchOf(scope)

export const reportsSearch = searchOf({
  ...scope,
  estado: oneOf([inventory]),
  por: oneOf(groupings),
  desde: day,
  hasta: day,
  q: words,
  categoria: record,
  filtro: oneOf([low]),
})
