import { oneOf, record, searchOf } from '../../../desk/search/search.ts'

export const statuses = ['PENDING', 'COMPLETED', 'FAILED', 'REVERSED'] as const

export const giftCardsSearch = searchOf({ comercio: record, estado: oneOf(statuses) })
