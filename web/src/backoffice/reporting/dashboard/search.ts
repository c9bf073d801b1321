import { oneOf, searchOf } from '../../../desk/search/search.ts'

export const everyStore = 'todas'
export const oneStore = 'una'

export const dashboardSearch = searchOf({ tiendas: oneOf([everyStore, oneStore]) })
