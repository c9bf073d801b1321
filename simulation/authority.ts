import { type Employee, type Merchant, type Operator, type Rank, ranks, type Shop } from './trade.ts'

/** The codes with which somebody is refused who may not. */
export const forbidding: readonly string[] = [
  'forbidden',
  'not_found',
  'merchant_suspended',
  'unauthenticated',
]

/** Whether an employee may act in a shop where this rank is needed, whoever they are elsewhere. */
export function mayWork(who: Employee, shop: Shop, needed: Rank): boolean {
  return (
    who.isEmployed &&
    who.shop === shop &&
    shop.merchant.isActive &&
    ranks.indexOf(who.rank) >= ranks.indexOf(needed)
  )
}

/** Whether somebody of the platform may decide about a merchant. */
export function mayJudge(
  { isAdmin, confinedTo }: Operator,
  merchant: Merchant,
  needed: 'operator' | 'admin',
): boolean {
  if (needed === 'admin' && !isAdmin) return false
  return confinedTo.size === 0 || confinedTo.has(merchant.id)
}
