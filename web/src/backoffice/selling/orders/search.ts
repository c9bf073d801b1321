import { day, record, searchOf, words } from '../../../desk/search/search.ts'

export const ordersSearch = searchOf({ q: words, dia: day, caja: record, ver: record })
