import { oneOf, searchOf } from '../../../desk/search/search.ts'

const tabs = ['servicios', 'mostrador', 'comercios'] as const

export const summariesSearch = searchOf({ estado: oneOf(tabs) })
