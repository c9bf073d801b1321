import { oneOf, record, searchOf, words } from '../../../desk/search/search.ts'
import type { ChipStatus } from './queries.ts'

/** Shows the imported files instead of the chips. */
export const imports = 'importaciones'
export const statuses = ['IN_STOCK', 'SOLD', 'ACTIVATED'] as const satisfies readonly ChipStatus[]

export const chipsSearch = searchOf({
  filtro: oneOf([imports]),
  estado: oneOf(statuses),
  q: words,
  ver: record,
})
