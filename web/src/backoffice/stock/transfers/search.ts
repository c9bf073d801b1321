import { oneOf, searchOf } from '../../../desk/search/search.ts'

export const narrowings = ['por-recibir', 'en-camino'] as const

export const transfersSearch = searchOf({ estado: oneOf(narrowings) })
