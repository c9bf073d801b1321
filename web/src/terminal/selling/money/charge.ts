import type { CartFinalization, PaymentMethod } from '@mostrador/client'
import { inCoins } from './rounding.ts'

/** How a customer pays: amounts by card and transfer, and the rest in cash. */
export interface PaymentDraft {
  readonly cardCentavos: number | Unreadable
  readonly cardReference: string
  readonly transferCentavos: number | Unreadable
  readonly transferReference: string
  /** Cash tendered; `null` for the exact amount. */
  readonly tenderedCentavos: number | Unreadable | null
}

/** What was typed is no amount. It must not be taken for nothing, or for the exact amount. */
export type Unreadable = 'unreadable'

export const cashOnly: PaymentDraft = {
  cardCentavos: 0,
  cardReference: '',
  transferCentavos: 0,
  transferReference: '',
  tenderedCentavos: null,
}

export interface SplitPayment {
  /** The amount due in cash, rounded to the store's coins. */
  readonly cashDueCentavos: number
  /** What rounding adds to the total; negative when it subtracts. */
  readonly roundingCentavos: number
  readonly changeCentavos: number
  readonly payments: CartFinalization['payments']
  /** Why it cannot be charged. */
  readonly fault: 'unreadable' | 'too_much' | 'tender_too_small' | null
}

export const paymentWays = ['CASH', 'CARD', 'TRANSFER', 'MIXED'] as const
export type PaymentWay = (typeof paymentWays)[number]

export interface Charge extends Omit<SplitPayment, 'fault'> {
  /** The total plus rounding. */
  readonly chargedCentavos: number
  readonly fault: SplitPayment['fault'] | 'no_reference'
}

/**
 * What is charged for a cart, and how. Typed amounts stay when the total changes; a payment in full by card
 * or transfer follows it.
 *
 * @param isLocal offline, a card or transfer payment needs its reference, the only later proof of it
 */
export function chargeOf(
  way: PaymentWay,
  draft: PaymentDraft,
  totalCentavos: number,
  coinCentavos: number,
  isLocal: boolean,
): Charge {
  const split = splitPayment(totalCentavos, coinCentavos, {
    ...draft,
    ...(way === 'CARD' && { cardCentavos: totalCentavos }),
    ...(way === 'TRANSFER' && { transferCentavos: totalCentavos }),
  })
  const isUnproven = isLocal && unprovenMethods(split.payments).length > 0
  return {
    ...split,
    chargedCentavos: totalCentavos + split.roundingCentavos,
    fault: split.fault ?? (isUnproven ? 'no_reference' : null),
  }
}

/**
 * Splits a total as the server does: only the part left for cash is rounded, to the nearest coin, half up.
 *
 * @param coinCentavos the store's smallest coin; 0: cash is not rounded
 */
export function splitPayment(totalCentavos: number, coinCentavos: number, draft: PaymentDraft): SplitPayment {
  const cardCentavos = readable(draft.cardCentavos) ?? 0
  const transferCentavos = readable(draft.transferCentavos) ?? 0
  const tenderedCentavos = readable(draft.tenderedCentavos)
  const isUnreadable = [draft.cardCentavos, draft.transferCentavos, draft.tenderedCentavos].includes(
    'unreadable',
  )
  const rest = totalCentavos - cardCentavos - transferCentavos
  const cashDueCentavos = rest <= 0 ? 0 : inCoins(rest, coinCentavos)
  const roundingCentavos = rest <= 0 ? 0 : cashDueCentavos - rest
  const isInCash = rest > 0 || totalCentavos === 0
  const tendered = isInCash ? (tenderedCentavos ?? cashDueCentavos) : 0
  const payments: CartFinalization['payments'] = [
    ...otherPayment('CARD', cardCentavos, draft.cardReference),
    ...otherPayment('TRANSFER', transferCentavos, draft.transferReference),
    ...(isInCash
      ? [{ method: 'CASH' as const, amountCentavos: cashDueCentavos, tenderedCentavos: tendered }]
      : []),
  ]
  const isShort = isInCash && tendered < cashDueCentavos
  const fault = isUnreadable ? 'unreadable' : rest < 0 ? 'too_much' : isShort ? 'tender_too_small' : null
  const changeCentavos = Math.max(0, tendered - cashDueCentavos)
  return { cashDueCentavos, roundingCentavos, changeCentavos, payments, fault }
}

/** A typed amount; `null` when it is absent or cannot be read. */
export const readable = (amountCentavos: number | Unreadable | null): number | null =>
  amountCentavos === 'unreadable' ? null : amountCentavos

/** How money moves that only a reference proves later, if the server did not hear of it. */
export type ReferencedMethod = Exclude<PaymentMethod, 'CASH'>

/** The methods of payments that lack their reference. */
export const unprovenMethods = (payments: CartFinalization['payments']): ReferencedMethod[] =>
  payments.flatMap(({ method, reference }) => (method !== 'CASH' && reference === undefined ? [method] : []))

/** References by method, as typed. */
export type References = Readonly<Partial<Record<ReferencedMethod, string>>>

/** Payments with the references that they lack. */
export function withReferences(
  payments: CartFinalization['payments'],
  references: References,
): CartFinalization['payments'] {
  return payments.map((payment) => {
    const [method] = unprovenMethods([payment])
    const typed = (method && references[method]?.trim()) ?? ''
    return typed === '' ? payment : { ...payment, reference: typed }
  })
}

function otherPayment(
  method: 'CARD' | 'TRANSFER',
  amountCentavos: number,
  typed: string,
): CartFinalization['payments'] {
  if (amountCentavos <= 0) return []
  const reference = typed.trim()
  return [{ method, amountCentavos, ...(reference !== '' && { reference }) }]
}
