import type { VasProduct, VasSale } from '@mostrador/client'
import { isWholePhone } from '../../../ui/format/phone.ts'
import { amountFault, type Owed, saidByCustomer } from '../../vas/rules/owed.ts'
import { referenceFault } from '../../vas/rules/reference-rule.ts'
import type { Payment, VasOrder } from '../orders/order.ts'

/**
 * A sale of airtime, a bill or a PIN as the cashier sees it: form → confirm → processing → pending → outcome.
 *
 * Two invariants, kept by the types and the tests: from `processing` on there is an open order, and only its
 * outcome (`settled`) or parking it leads out; and an event that does not fit the step changes nothing.
 */
export type SaleState =
  | { step: 'form'; draft: Draft }
  | { step: 'confirm'; draft: WholeDraft; payment: Payment }
  | { step: 'processing'; open: VasOrder; unansweredCount: number }
  | { step: 'pending'; open: VasOrder; sale: VasSale | null; nextCheckAtMs: number | null }
  | { step: 'outcome'; open: VasOrder; result: Result }

export interface Draft {
  provider: VasProduct['provider'] | null
  product: VasProduct | null
  /** What is typed: the phone's digits, or a bill's reference; empty for a PIN. */
  reference: string
  check: NumberCheck
  /** How the amount of a bill is known; `null` until the reference is accepted. */
  owed: Owed | null
  /** The chosen amount, for a product with a range of amounts. */
  amountCentavos: number | null
}

/** A top-up cannot be undone, so the number is typed twice, or read to the customer in groups. */
export type NumberCheck = { by: 'nothing' } | { by: 'writing'; digits: string } | { by: 'reading' }

export interface WholeDraft extends Draft {
  provider: VasProduct['provider']
  product: VasProduct
  amountCentavos: number
}

/** Six outcomes; a sale that is still open is in step `pending`. */
export type Result =
  | { variant: 'APPROVED' | 'APPROVED_PIN' | 'DECLINED' | 'REVERSED'; sale: VasSale }
  | { variant: 'NOT_ATTEMPTED'; refusal: Refusal }

/** Why nothing was sent to the provider. */
export interface Refusal {
  /** A problem code of the API, or one of the till's own: `never_sent`, `too_old`, `storage_unavailable`. */
  code: string
  detail: string | null
  /** For a suspected duplicate: the earlier sale. */
  earlier: { saleId: string; folio: string; status: string } | null
  /** The daily limit that was reached, and when it ends; `null` when waiting does not help. */
  limit?: { of: 'cashier' | 'store' | 'reference'; againAt: string | null }
}

export type SaleEvent =
  | { type: 'providerPicked'; provider: VasProduct['provider'] }
  | { type: 'productPicked'; product: VasProduct }
  | { type: 'referenceTyped'; reference: string }
  | { type: 'numberChecked'; check: NumberCheck }
  /** Only valid for the bill that was looked up. */
  | { type: 'owedKnown'; productId: string; reference: string; owed: Owed }
  | { type: 'amountTyped'; amountCentavos: number | null }
  | { type: 'reopened'; part: DraftPart }
  | { type: 'reviewed' }
  | { type: 'paymentChosen'; payment: Payment }
  | { type: 'edited' }
  | { type: 'submitted'; open: VasOrder }
  | { type: 'resumed'; open: VasOrder }
  | { type: 'saleKnown'; key: string; saleId: string; sale: VasSale | null; nextCheckAtMs: number | null }
  /** `isLongPause`: too long to wait for the next attempt at the screen. */
  | { type: 'unanswered'; key: string; nextCheckAtMs: number; isLongPause: boolean }
  | { type: 'settled'; key: string; result: Result }
  | { type: 'parked' }
  /** `product`: as it is now, when its price has changed. */
  | { type: 'corrected'; product?: VasProduct }
  | { type: 'restarted' }

/** Attempts without an answer before the cashier is told that it takes longer. */
const patience = 3

/** A part that can be changed. */
export type DraftPart = 'provider' | 'product' | 'reference'

/** What a change of the reference resets. A bill's amount answers its debt; that of a top-up belongs to the product. */
const unchecked = ({ product, amountCentavos }: Pick<Draft, 'product' | 'amountCentavos'>) =>
  ({
    check: { by: 'nothing' },
    owed: null,
    amountCentavos: product?.kind === 'service' ? null : amountCentavos,
  }) as const
const emptyDraft: Draft = {
  ...{ provider: null, product: null, reference: '' },
  ...{ check: { by: 'nothing' }, owed: null, amountCentavos: null },
}

export const initialState: SaleState = { step: 'form', draft: emptyDraft }

export type MissingPart = 'provider' | 'product' | 'number' | 'check' | 'reference' | 'owed' | 'amount'

/** The first part that a draft still lacks, in the order of the form. */
export function missingPart(draft: Draft): MissingPart | null {
  const { provider, product } = draft
  if (provider === null) return 'provider'
  if (product === null) return 'product'
  switch (product.kind) {
    case 'airtime':
      return missingOfAmount(draft, product) ?? missingOfNumber(draft)
    case 'service':
      return missingOfBill(draft, product)
    case 'pin':
      return missingOfAmount(draft, product)
  }
}

/** A top-up or a PIN with a range of amounts is sold for the one that the customer says. */
function missingOfAmount(draft: Draft, product: VasProduct): MissingPart | null {
  return amountFault(product, saidByCustomer, chosenAmount(draft)) === null ? null : 'amount'
}

function missingOfNumber({ reference, check }: Draft): MissingPart | null {
  if (!isWholePhone(reference)) return 'number'
  return check.by === 'nothing' || (check.by === 'writing' && check.digits !== reference) ? 'check' : null
}

function missingOfBill(draft: Draft, product: VasProduct): MissingPart | null {
  if (referenceFault(product.reference, draft.reference) !== null) return 'reference'
  if (draft.owed === null) return 'owed'
  return amountFault(product, draft.owed, chosenAmount(draft)) === null ? null : 'amount'
}

/** The draft's face value, if known. */
export function chosenAmount({ product, amountCentavos }: Draft): number | null {
  return product?.amountCentavos ?? amountCentavos
}

/** A bill's amount is asked for when it is known what is owed, that of other products when they have no fixed one. */
function isAmountAsked({ product, owed }: Draft): boolean {
  return product?.kind === 'service' ? owed !== null : product?.amountCentavos === null
}

function wholeDraft(draft: Draft): WholeDraft | null {
  const { provider, product } = draft
  const amountCentavos = chosenAmount(draft)
  const isWhole = provider !== null && product !== null && amountCentavos !== null
  return isWhole && missingPart(draft) === null ? { ...draft, provider, product, amountCentavos } : null
}

/** What changing a part resets. */
function reopened(part: DraftPart, draft: Draft): Partial<Draft> {
  if (part === 'reference') return unchecked(draft)
  const product = { product: null, owed: null, amountCentavos: null }
  if (part === 'product') return product
  // A phone number stays valid with another carrier; a reference belongs to one biller.
  return { ...product, provider: null, ...(draft.product?.kind === 'service' && { reference: '' }) }
}

/** The state after `event`; the same state when the event does not fit. */
export function advance(state: SaleState, event: SaleEvent): SaleState {
  if (event.type === 'resumed') {
    return state.step === 'form' || state.step === 'confirm' ? underWay(event.open) : state
  }
  switch (state.step) {
    case 'form':
      return advanceForm(state, event)
    case 'confirm':
      return advanceConfirm(state, event)
    case 'processing':
    case 'pending':
      return advanceOpen(state, event)
    case 'outcome':
      return advanceOutcome(state, event)
  }
}

type In<S extends SaleState['step']> = Extract<SaleState, { step: S }>

function advanceForm(state: In<'form'>, event: SaleEvent): SaleState {
  const { draft } = state
  const form = (changes: Partial<Draft>): SaleState => ({ step: 'form', draft: { ...draft, ...changes } })
  switch (event.type) {
    case 'providerPicked':
      return form({ provider: event.provider, product: null, owed: null, amountCentavos: null })
    case 'productPicked':
      return draft.provider?.id === event.product.provider.id
        ? form({ product: event.product, owed: null, amountCentavos: null })
        : state
    case 'referenceTyped':
      return form({ reference: event.reference, ...unchecked(draft) })
    case 'numberChecked':
      return isWholePhone(draft.reference) ? form({ check: event.check }) : state
    case 'owedKnown': {
      const { productId, reference, owed } = event
      const isAsked = draft.product?.id === productId && draft.reference === reference
      if (draft.product?.kind !== 'service' || !isAsked) return state
      return form({ owed, amountCentavos: owed.by === 'lookup' ? owed.statement.amountCentavos : null })
    }
    case 'amountTyped':
      return isAmountAsked(draft) ? form({ amountCentavos: event.amountCentavos }) : state
    case 'reopened':
      return form(reopened(event.part, draft))
    case 'reviewed': {
      const whole = wholeDraft(draft)
      if (whole === null) return state
      return { step: 'confirm', draft: whole, payment: { method: 'CASH', tenderedCentavos: null } }
    }
    case 'restarted':
      return initialState
    default:
      return state
  }
}

function advanceConfirm(state: In<'confirm'>, event: SaleEvent): SaleState {
  switch (event.type) {
    case 'paymentChosen':
      return { ...state, payment: event.payment }
    case 'edited':
      return { step: 'form', draft: state.draft }
    case 'submitted':
      return processing(event.open)
    case 'restarted':
      return initialState
    default:
      return state
  }
}

function advanceOpen(state: In<'processing'> | In<'pending'>, event: SaleEvent): SaleState {
  const { open } = state
  switch (event.type) {
    case 'saleKnown':
      if (event.key !== open.key) return state
      return {
        step: 'pending',
        open: { ...open, saleId: event.saleId },
        sale: event.sale ?? (state.step === 'pending' ? state.sale : null),
        nextCheckAtMs: event.nextCheckAtMs,
      }
    case 'unanswered': {
      if (event.key !== open.key) return state
      const { nextCheckAtMs } = event
      if (state.step === 'pending') return { ...state, nextCheckAtMs }
      const unansweredCount = state.unansweredCount + 1
      return unansweredCount < patience && !event.isLongPause
        ? { ...state, unansweredCount }
        : { step: 'pending', open, sale: null, nextCheckAtMs }
    }
    case 'settled':
      return event.key === open.key ? { step: 'outcome', open, result: event.result } : state
    case 'parked':
      // Without any answer there is nothing to return to, so the cashier has to wait a little.
      return state.step === 'pending' ? initialState : state
    default:
      return state
  }
}

function advanceOutcome(state: In<'outcome'>, event: SaleEvent): SaleState {
  const { terms } = state.open
  switch (event.type) {
    case 'corrected': {
      // The debt may have changed and the quote may have expired: the biller is asked again.
      const { product = terms.product } = event
      const reference = terms.reference ?? ''
      const amountCentavos = product.amountCentavos === null ? terms.amountCentavos : null
      const { provider } = product
      const draft = { provider, product, reference, ...unchecked({ product, amountCentavos }) }
      return { step: 'form', draft }
    }
    case 'submitted':
      // Repeating a suspected duplicate is a new order with a new key.
      return isSuspectedDuplicate(state.result) && event.open.key !== state.open.key
        ? processing(event.open)
        : state
    case 'restarted':
      return initialState
    default:
      return state
  }
}

function processing(open: VasOrder): SaleState {
  return { step: 'processing', open, unansweredCount: 0 }
}

function underWay(open: VasOrder): SaleState {
  return open.saleId === null ? processing(open) : { step: 'pending', open, sale: null, nextCheckAtMs: null }
}

export function isSuspectedDuplicate(result: Result): boolean {
  return result.variant === 'NOT_ATTEMPTED' && result.refusal.code === 'duplicate_suspected'
}

/** The result of a finished sale; `null` while it is open. */
export function resultOf(sale: VasSale): Result | null {
  const { variant } = sale.outcome
  return variant === 'PENDING' ? null : { variant, sale }
}
