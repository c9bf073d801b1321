import type { VasProduct, VasSale } from '@mostrador/client'
import { isWholePhone } from '../../ui/format/phone.ts'
import { amountFault, type Owed } from '../vas/rules/owed.ts'
import { referenceFault } from '../vas/rules/reference-rule.ts'
import type { Payment, ServiceOrder } from './order.ts'

/**
 * A sale of airtime, a bill or a PIN as the cashier lives it: form → confirm → processing → pending → outcome.
 *
 * Two laws, held by the types and the tests: from `processing` on there is an open order, and only the
 * truth about that order (`answered`, `refused`) or parking it leads out; and an event that does not
 * fit the step changes nothing.
 */
export type SaleState =
  | { step: 'form'; draft: Draft }
  | { step: 'confirm'; draft: WholeDraft; payment: Payment }
  | { step: 'processing'; open: ServiceOrder; unansweredCount: number }
  | { step: 'pending'; open: ServiceOrder; sale: VasSale | null; nextCheckAtMs: number | null }
  | { step: 'outcome'; open: ServiceOrder; result: Result }

export interface Draft {
  provider: VasProduct['provider'] | null
  product: VasProduct | null
  /** Digits of the phone, or what the bill says. */
  reference: string
  check: NumberCheck
  /** How the amount of a bill is known; `null` until its reference was taken. */
  owed: Owed | null
  /** Chosen for a product of many amounts. */
  amountCentavos: number | null
}

/** A top-up cannot be taken back: the number is written twice, or read to the customer in groups. */
export type NumberCheck = { by: 'nothing' } | { by: 'writing'; digits: string } | { by: 'reading' }

export interface WholeDraft extends Draft {
  provider: VasProduct['provider']
  product: VasProduct
  amountCentavos: number
}

/** Six ways to end; `PENDING` is the one that lasts, as the step of that name. */
export type Result =
  | { variant: 'APPROVED' | 'APPROVED_PIN' | 'DECLINED' | 'REVERSED'; sale: VasSale }
  | { variant: 'NOT_ATTEMPTED'; refusal: Refusal }

/** Why nothing was sent to the carrier. */
export interface Refusal {
  /** A problem code of the API, or `never_sent` and those of the till: `too_old`, `storage_unavailable`. */
  code: string
  detail: string | null
  /** The sale that this one looks like, when that is why. */
  earlier: { saleId: string; folio: string; status: string } | null
  /** Which limit of the day was reached, and from when on it can be sold again; `null`: by no waiting. */
  limit?: { of: 'cashier' | 'store' | 'reference'; againAt: string | null }
}

export type SaleEvent =
  | { type: 'providerPicked'; provider: VasProduct['provider'] }
  | { type: 'productPicked'; product: VasProduct }
  | { type: 'referenceTyped'; reference: string }
  | { type: 'numberChecked'; check: NumberCheck }
  /** Of the reference that was asked about, and of no other. */
  | { type: 'owedKnown'; reference: string; owed: Owed }
  | { type: 'amountTyped'; amountCentavos: number | null }
  | { type: 'reopened'; part: DraftPart }
  | { type: 'reviewed' }
  | { type: 'paymentChosen'; payment: Payment }
  | { type: 'edited' }
  | { type: 'submitted'; open: ServiceOrder }
  | { type: 'resumed'; open: ServiceOrder }
  | { type: 'saleKnown'; key: string; saleId: string; sale: VasSale | null; nextCheckAtMs: number | null }
  | { type: 'unanswered'; key: string; nextCheckAtMs: number }
  | { type: 'settled'; key: string; result: Result }
  | { type: 'parked' }
  | { type: 'corrected' }
  | { type: 'restarted' }

/** Unanswered attempts after which the cashier is told that it will take longer. */
const patience = 3

/** A part that can be chosen again. */
export type DraftPart = 'provider' | 'product' | 'reference'

const uncheckedReference = { check: { by: 'nothing' }, owed: null, amountCentavos: null } as const
const emptyDraft: Draft = { provider: null, product: null, reference: '', ...uncheckedReference }

export const initialState: SaleState = { step: 'form', draft: emptyDraft }

export type MissingPart = 'provider' | 'product' | 'number' | 'check' | 'reference' | 'owed' | 'amount'

/** What a draft still lacks, in the order in which it is asked for. */
export function missingPart(draft: Draft): MissingPart | null {
  const { provider, product } = draft
  if (provider === null) return 'provider'
  if (product === null) return 'product'
  switch (product.kind) {
    case 'airtime':
      return missingOfNumber(draft)
    case 'service':
      return missingOfBill(draft, product)
    case 'pin':
      return null
  }
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

/** Face value of a draft, as far as it is known. */
export function chosenAmount({ product, amountCentavos }: Draft): number | null {
  return product?.amountCentavos ?? amountCentavos
}

function wholeDraft(draft: Draft): WholeDraft | null {
  const { provider, product } = draft
  const amountCentavos = chosenAmount(draft)
  const isWhole = provider !== null && product !== null && amountCentavos !== null
  return isWhole && missingPart(draft) === null ? { ...draft, provider, product, amountCentavos } : null
}

/** What is given up when a part is chosen again. */
const reopened: Readonly<Record<DraftPart, Partial<Draft>>> = {
  provider: { provider: null, product: null, owed: null, amountCentavos: null },
  product: { product: null, owed: null, amountCentavos: null },
  reference: uncheckedReference,
}

/** The step after `event`; the same state when the event does not belong here. */
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
      return form({ reference: event.reference, ...uncheckedReference })
    case 'numberChecked':
      return isWholePhone(draft.reference) ? form({ check: event.check }) : state
    case 'owedKnown': {
      if (draft.product?.kind !== 'service' || draft.reference !== event.reference) return state
      const { owed } = event
      return form({ owed, amountCentavos: owed.by === 'lookup' ? owed.statement.amountCentavos : null })
    }
    case 'amountTyped':
      return draft.owed === null ? state : form({ amountCentavos: event.amountCentavos })
    case 'reopened':
      // A number stays the customer's with another carrier; a reference is one biller's alone.
      return form({
        ...reopened[event.part],
        ...(event.part === 'provider' && draft.product?.kind === 'service' && { reference: '' }),
      })
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
      return unansweredCount < patience
        ? { ...state, unansweredCount }
        : { step: 'pending', open, sale: null, nextCheckAtMs }
    }
    case 'settled':
      return event.key === open.key ? { step: 'outcome', open, result: event.result } : state
    case 'parked':
      // Before anybody has answered there is nothing to come back to: the cashier waits a little.
      return state.step === 'pending' ? initialState : state
    default:
      return state
  }
}

function advanceOutcome(state: In<'outcome'>, event: SaleEvent): SaleState {
  const { terms } = state.open
  switch (event.type) {
    case 'corrected': {
      // What is owed may have changed, and a quote runs out: the biller is asked again.
      const { product, reference } = terms
      const draft: Draft = { provider: product.provider, product, reference, ...uncheckedReference }
      return { step: 'form', draft }
    }
    case 'submitted':
      // Selling again what looked like a duplicate is a new order with a new key.
      return isSuspectedDuplicate(state.result) && event.open.key !== state.open.key
        ? processing(event.open)
        : state
    case 'restarted':
      return initialState
    default:
      return state
  }
}

function processing(open: ServiceOrder): SaleState {
  return { step: 'processing', open, unansweredCount: 0 }
}

function underWay(open: ServiceOrder): SaleState {
  return open.saleId === null ? processing(open) : { step: 'pending', open, sale: null, nextCheckAtMs: null }
}

export function isSuspectedDuplicate(result: Result): boolean {
  return result.variant === 'NOT_ATTEMPTED' && result.refusal.code === 'duplicate_suspected'
}

/** The result that a sale has reached; `null` while it is open. */
export function resultOf(sale: VasSale): Result | null {
  const { variant } = sale.outcome
  return variant === 'PENDING' ? null : { variant, sale }
}
