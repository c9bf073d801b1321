import { oneOf, searchOf } from '../../../desk/search/search.ts'

const movements = 'movimientos'

export const inventorySearch = searchOf({ estado: oneOf([movements]) })
