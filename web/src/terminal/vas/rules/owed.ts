import type { BillQuote, BillStatement, VasProduct } from '@mostrador/client'

/** How the amount is known: from the biller's lookup, or from the customer, who has a paper bill or chooses how much. */
export type Owed = { by: 'lookup'; quote: BillQuote; statement: BillStatement } | { by: 'customer' }

export const saidByCustomer: Owed = { by: 'customer' }

/** Why an amount cannot be paid; `null` when it can. */
export type AmountFault =
  | 'missing'
  | 'partial'
  /** Less than is due, at a biller that accepts more but not less. */
  | 'partialOfOpen'
  | 'excess'
  | 'tooLittle'
  | 'tooMuch'
  | 'step'

type Payable = Pick<VasProduct, 'paymentModes' | 'range' | 'amountCentavos'>

export function amountFault(product: Payable, owed: Owed, amountCentavos: number | null): AmountFault | null {
  if (amountCentavos === null || amountCentavos === 0) return 'missing'
  const { paymentModes, range } = product
  if (owed.by === 'lookup') {
    const { amountCentavos: owedCentavos } = owed.statement
    if (amountCentavos < owedCentavos && !paymentModes.includes('PARTIAL'))
      return paymentModes.includes('EXCESS') ? 'partialOfOpen' : 'partial'
    if (amountCentavos > owedCentavos && !paymentModes.includes('EXCESS')) return 'excess'
  }
  if (range === null) return amountCentavos === product.amountCentavos ? null : 'excess'
  if (amountCentavos < range.minCentavos) return 'tooLittle'
  if (amountCentavos > range.maxCentavos) return 'tooMuch'
  return (amountCentavos - range.minCentavos) % range.incrementCentavos === 0 ? null : 'step'
}

/** The payment rule that the till shows next to the amount due or the paper bill. */
export function amountRule({ paymentModes }: Pick<Payable, 'paymentModes'>, owed: Owed) {
  const isPartial = paymentModes.includes('PARTIAL')
  const isExcess = paymentModes.includes('EXCESS')
  if (owed.by === 'lookup') return isPartial ? (isExcess ? 'both' : 'partial') : isExcess ? 'excess' : 'exact'
  return isPartial ? (isExcess ? 'any' : 'paperPartial') : isExcess ? 'paperExcess' : 'paper'
}

/** Whether the customer may choose the amount. */
export function isAmountOpen({ paymentModes, range }: Payable, owed: Owed): boolean {
  if (range === null) return false
  return owed.by === 'customer' || paymentModes.includes('PARTIAL') || paymentModes.includes('EXCESS')
}

/** Billers that accept any part of a debt can be paid without a lookup. */
export function isPaidUnasked({ lookup, paymentModes }: VasProduct): boolean {
  return !lookup || paymentModes.includes('PARTIAL')
}

/** @param today `YYYY-MM-DD` in the store's time zone */
export function isTooLate(
  { paymentModes }: Pick<VasProduct, 'paymentModes'>,
  { dueOn }: BillStatement,
  today: string,
): boolean {
  return dueOn !== null && dueOn < today && !paymentModes.includes('PAST_DUE')
}

/** Oldest first, so that overdue statements are paid first. */
export function byDueDate(a: BillStatement, b: BillStatement): number {
  return (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999')
}

/** The statement to propose: the oldest that is still accepted, else the oldest. */
export function proposed(
  product: VasProduct,
  { items }: BillQuote,
  today: string,
): BillStatement | undefined {
  const byAge = items.toSorted(byDueDate)
  return byAge.find((statement) => !isTooLate(product, statement, today)) ?? byAge[0]
}
