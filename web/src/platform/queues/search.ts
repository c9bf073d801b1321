import { oneOf, searchOf } from '../../desk/search/search.ts'

export const tabs = ['cuentas', 'depositos', 'liquidaciones', 'revision', 'chips', 'procesos'] as const

export const queuesSearch = searchOf({ estado: oneOf(tabs) })
