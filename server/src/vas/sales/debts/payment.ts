import type { Centavos } from '../../../amounts/centavos.ts'
import { Problem } from '../../../problem/problem.ts'
import { localDay } from '../local-time.ts'

/** One open bill, as the biller told it. */
export interface Statement {
  readonly reference: string
  /** Last day to pay, `YYYY-MM-DD`. */
  readonly dueOn: string | null
  readonly amountCentavos: Centavos
}

export interface StoredQuote {
  readonly id: string
  readonly storeId: string
  readonly productId: string
  readonly reference: string
  readonly items: readonly Statement[]
  readonly isExpired: boolean
}

/** What is about to be paid. */
export interface Payment {
  readonly storeId: string
  readonly productId: string
  readonly reference: string
  readonly amountCentavos: Centavos
  /** Which statement is meant, when the client says so. */
  readonly statementReference: string | undefined
  /** The product can be asked what is owed. */
  readonly lookup: boolean
  readonly paymentModes: readonly string[]
}

interface Terms {
  readonly quote: StoredQuote | undefined
  /** The platform lets debts be looked up. */
  readonly mayLookUp: boolean
  readonly now: Date
  /** Where the store is: a bill is overdue by the day there. */
  readonly timeZone: string
}

/**
 * Which statement a bill payment is for; undefined for one without a quote, where the biller alone knows.
 * A quote that ran out is said last: its amount was wrong or right all the same.
 *
 * @throws Problem `quote_required` · `product_unavailable` · `quote_mismatch` · `statement_overdue` · `amount_not_allowed` · `quote_expired`
 */
export function statementPaid(payment: Payment, terms: Terms): Statement | undefined {
  const { quote } = terms
  if (quote === undefined) {
    assertSoldWithoutQuote(payment, terms.mayLookUp)
    return undefined
  }
  const isSame =
    quote.storeId === payment.storeId &&
    quote.productId === payment.productId &&
    quote.reference === payment.reference
  if (!isSame) {
    throw new Problem('quote_mismatch', {
      detail: 'It was made for another store, product or reference; look the debt up again.',
    })
  }
  const statement = chosen(quote, payment)
  assertModesAllow(payment, statement, localDay(terms.now, terms.timeZone))
  if (quote.isExpired) throw new Problem('quote_expired', { detail: 'Look the debt up again.' })
  return statement
}

function assertSoldWithoutQuote({ lookup, paymentModes, statementReference }: Payment, mayLookUp: boolean) {
  if ((lookup && mayLookUp) || statementReference !== undefined)
    throw new Problem('quote_required', { detail: 'GET /vas/adeudo tells what is owed.' })
  if (lookup && !paymentModes.includes('PARTIAL')) {
    throw new Problem('product_unavailable', {
      detail: 'This biller takes no less than the amount owed, and debts cannot be looked up at the moment.',
    })
  }
}

/** The statement that was named, else the one of just this amount, else the oldest. */
function chosen({ items }: StoredQuote, { statementReference, amountCentavos }: Payment): Statement {
  const byAge = [...items].sort((a, b) => ((a.dueOn ?? '9999') < (b.dueOn ?? '9999') ? -1 : 1))
  const statement =
    statementReference === undefined
      ? (byAge.find((item) => item.amountCentavos === amountCentavos) ?? byAge[0])
      : byAge.find((item) => item.reference === statementReference)
  if (statement !== undefined) return statement
  throw new Problem('quote_mismatch', { detail: 'The quote has no such statement.' })
}

function assertModesAllow({ paymentModes, amountCentavos }: Payment, statement: Statement, today: string) {
  const owed = statement.amountCentavos
  if (statement.dueOn !== null && statement.dueOn < today && !paymentModes.includes('PAST_DUE')) {
    throw new Problem('statement_overdue', {
      detail: `It was due on ${statement.dueOn}; the customer has to ask the biller.`,
      extras: { dueOn: statement.dueOn },
    })
  }
  const isAllowed =
    amountCentavos === owed ||
    (amountCentavos < owed && paymentModes.includes('PARTIAL')) ||
    (amountCentavos > owed && paymentModes.includes('EXCESS'))
  if (isAllowed) return
  throw new Problem('amount_not_allowed', {
    detail: `${owed} centavos are owed; this biller takes ${paymentModes.join(', ') || 'EXACT'}.`,
    extras: { owedCentavos: Number(owed), paymentModes: [...paymentModes] },
  })
}
