import type { VasSaleStatus } from '@mostrador/client'
import { oneOf, record, searchOf, words } from '../../../desk/search/search.ts'

export const statuses = [
  'PENDING',
  'COMPLETED',
  'FAILED',
  'REVERSED',
] as const satisfies readonly VasSaleStatus[]

export const salesSearch = searchOf({ estado: oneOf(statuses), q: words, ver: record })
