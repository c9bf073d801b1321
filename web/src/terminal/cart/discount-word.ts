import type { CartDiscount } from '@mostrador/client'

/**
 * The key of the words that say where a discount stands. What was approved counts only for what the cart was then:
 * charging a changed one is refused.
 */
export const discountWord = ({ approvalStatus, isCounted }: CartDiscount) =>
  !isCounted && approvalStatus === 'APPROVED' ? 'discountStale' : (`approval.${approvalStatus}` as const)
