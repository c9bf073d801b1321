import { oneOf, record, searchOf } from '../../../desk/search/search.ts'
import { scope } from '../../reporting/reports/search.ts'
import type { Filter } from './queries.ts'

export const filters = ['todos', 'abiertos', 'cerrados', 'diferencia'] as const satisfies readonly Filter[]

export const shiftsSearch = searchOf({ ...scope, estado: oneOf(filters), ver: record })
