import type { SaleStatus } from '../../../api/types.ts'
import { oneOf, record, searchOf } from '../../../desk/search/search.ts'

export const statuses = [
  'PENDING',
  'COMPLETED',
  'FAILED',
  'REVERSED',
] as const satisfies readonly SaleStatus[]

export const salesSearch = searchOf({ estado: oneOf(statuses), ver: record })
