import type { Centavos } from '../../../amounts/centavos.ts'
import { localDay } from '../../../local-time.ts'
import { Problem } from '../../../problem/problem.ts'

/** One open statement, as returned by the biller. */
export interface Statement {
  readonly reference: string
  /** Due date, `YYYY-MM-DD`. */
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

/** The payment to make. */
export interface Payment {
  readonly storeId: string
  readonly productId: string
  /** `null` for a product that takes none. */
  readonly reference: string | null
  readonly amountCentavos: Centavos
  /** The statement chosen by the client, if any. */
  readonly statementReference: string | undefined
  /** The product supports lookups. */
  readonly lookup: boolean
  readonly paymentModes: readonly string[]
}

interface Terms {
  readonly quote: StoredQuote | undefined
  /** The platform has switched lookups on. */
  readonly mayLookUp: boolean
  readonly now: Date
  /** The store's time zone: a bill is overdue by the date there. */
  readonly timeZone: string
}

/**
 * The statement that a bill payment is for; undefined for a payment without a quote, which only the biller
 * can match. An expired quote is reported last: its amount was wrong or right regardless.
 *
 * @throws Problem `quote_required` · `product_unavailable` · `quote_mismatch` · `statement_overdue` ·
 * `amount_not_allowed` · `quote_expired`
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
      detail: 'It was made for another store, product or reference. Look up the amount owed again.',
    })
  }
  const statement = chosen(quote, payment)
  assertModesAllow(payment, statement, localDay(terms.now, terms.timeZone))
  if (quote.isExpired) throw new Problem('quote_expired', { detail: 'Look up the amount owed again.' })
  return statement
}

function assertSoldWithoutQuote({ lookup, paymentModes, statementReference }: Payment, mayLookUp: boolean) {
  if ((lookup && mayLookUp) || statementReference !== undefined)
    throw new Problem('quote_required', { detail: 'GET /vas/adeudo returns the amount owed.' })
  if (lookup && !paymentModes.includes('PARTIAL')) {
    throw new Problem('product_unavailable', {
      detail: 'This biller accepts no less than the amount owed, and lookups are switched off at the moment.',
    })
  }
}

/** The named statement, otherwise the one with exactly this amount, otherwise the oldest. */
function chosen({ items }: StoredQuote, { statementReference, amountCentavos }: Payment): Statement {
  const byAge = [...items].sort((a, b) => ((a.dueOn ?? '9999') < (b.dueOn ?? '9999') ? -1 : 1))
  const statement =
    statementReference === undefined
      ? (byAge.find((item) => item.amountCentavos === amountCentavos) ?? byAge[0])
      : byAge.find((item) => item.reference === statementReference)
  if (statement !== undefined) return statement
  throw new Problem('quote_mismatch', { detail: 'The quote has no statement with this reference.' })
}

function assertModesAllow({ paymentModes, amountCentavos }: Payment, statement: Statement, today: string) {
  const owed = statement.amountCentavos
  if (statement.dueOn !== null && statement.dueOn < today && !paymentModes.includes('PAST_DUE')) {
    throw new Problem('statement_overdue', {
      detail: `It was due on ${statement.dueOn}. The customer has to contact the biller.`,
      extras: { dueOn: statement.dueOn },
    })
  }
  const isAllowed =
    amountCentavos === owed ||
    (amountCentavos < owed && paymentModes.includes('PARTIAL')) ||
    (amountCentavos > owed && paymentModes.includes('EXCESS'))
  if (isAllowed) return
  throw new Problem('amount_not_allowed', {
    detail: `${owed} centavos are owed; this biller accepts ${paymentModes.join(', ') || 'EXACT'}.`,
    extras: { owedCentavos: Number(owed), paymentModes: [...paymentModes] },
  })
}
