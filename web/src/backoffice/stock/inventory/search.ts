import { oneOf, searchOf } from '../../../desk/search/search.ts'

export const movements = 'movimientos'

export const inventorySearch = searchOf({ estado: oneOf([movements]) })
