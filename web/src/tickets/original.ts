import type { Receipt } from '@mostrador/client'

/** Names the original of a ticket among the papers that this device prints once. */
export const originalOf = ({ id }: Pick<Receipt, 'id'>): string => `original ${id}`
