import { oneOf, searchOf, words } from '../../../desk/search/search.ts'

const movements = 'movimientos'

export const inventorySearch = searchOf({ estado: oneOf([movements]), q: words })
