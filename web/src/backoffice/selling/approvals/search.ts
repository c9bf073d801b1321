import { oneOf, record, searchOf } from '../../../desk/search/search.ts'

export const everyStatus = 'todas' as const
export const statuses = ['PENDING', 'APPROVED', 'REJECTED', 'USED', 'CANCELED'] as const

export const approvalsSearch = searchOf({ estado: oneOf([...statuses, everyStatus]), ver: record })
