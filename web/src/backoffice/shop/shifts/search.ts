import { oneOf, record, searchOf } from '../../../desk/search/search.ts'
import type { Filter } from './queries.ts'

export const filters = ['todos', 'abiertos', 'cerrados', 'diferencia'] as const satisfies readonly Filter[]

export const shiftsSearch = searchOf({ estado: oneOf(filters), ver: record })
