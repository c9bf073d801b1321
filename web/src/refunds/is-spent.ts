import type { RefundableOrder } from '@mostrador/client'

/** Whether nothing of a sale is left: no money of any line, and no goods. Goods can come back after their money. */
export const isSpent = ({ lines }: Pick<RefundableOrder, 'lines'>): boolean =>
  lines.every(({ quantityLeft, amountLeftCentavos }) => quantityLeft === 0 && amountLeftCentavos === 0)
