import type { Centavos } from '../../amounts/centavos.ts'
import type { FailureCode } from './failure.ts'

/**
 * What the product requires of an aggregator of value-added services. Adapters are in `adapters/aggregator/`;
 * `server/test/aggregator.contract.ts` tests each of them against this interface.
 *
 * Two rules. Only an explicit success is `completed` and only an explicit refusal is `rejected`: time-outs,
 * resets, 5xx, unreadable bodies and unknown statuses are `unknown`. And every transaction has our own
 * `externalId`, created once, so that a retry never sells twice.
 */
export interface Aggregator {
  readonly mode: AggregatorMode
  readonly capabilities: AggregatorCapabilities
  /** Pages of the provider's product list. @throws AggregatorFault when a page cannot be read */
  products(): AsyncIterable<readonly AggregatorProduct[]>
  /** Authorizes the amount at the provider; no value moves until `confirm`. */
  hold(order: HoldOrder): Promise<ProviderAnswer>
  /**
   * From here on value may move. Confirming twice confirms once. Never returns `held`: an expired hold is
   * `expired`.
   */
  confirm(transaction: ProviderTransaction): Promise<ProviderAnswer>
  /** Releases a hold. Returns `canceled`, or what the transaction has become instead; never `held`. */
  cancel(transaction: ProviderTransaction): Promise<ProviderAnswer>
  /**
   * The state of our transaction: by the provider's id if known, otherwise by `externalId`; `absent` when the
   * provider never received it.
   */
  find(query: { externalId: string; providerTransactionId?: string | undefined }): Promise<ProviderAnswer>
  /**
   * Pages of transactions that the provider created between two moments, newest first, with their present outcome.
   *
   * @param window `only: 'reversed'`: only transactions that were reversed, at any time
   * @throws AggregatorFault when a page cannot be read
   */
  transactions(window: ListWindow): AsyncIterable<readonly ProviderRecord[]>
  /** The balance of the account at the provider. @throws AggregatorFault */
  balance(): Promise<{ availableCentavos: Centavos; holdingCentavos: Centavos }>
  /** Open statements of a service reference. */
  lookupDebt(query: { providerProductId: string; reference: string }): Promise<DebtAnswer>
  /**
   * The same provider, called as another of its customers. It shares the lifetime of this one; only this one
   * is closed.
   */
  withCredentials(credentials: AggregatorCredentials): Aggregator
  /** Whether it has been answering lately; absent: not monitored. New sales are refused while it is DOWN. */
  health?(): ProviderHealth
  /** Closes sockets and files. */
  close(): Promise<void>
}

/** One request to the provider and what came of it, for metrics. */
export interface Exchange {
  readonly operation: 'hold' | 'confirm' | 'cancel' | 'find' | 'list' | 'products' | 'balance' | 'lookup'
  /** `refused`: it says no. `unclear`: no answer, or none that says what happened. */
  readonly outcome: 'ok' | 'refused' | 'unclear'
  readonly seconds: number
}

export type ProviderHealth = 'UP' | 'DEGRADED' | 'DOWN'

export type AggregatorMode = 'off' | 'sandbox' | 'staging' | 'live'

export interface AggregatorCredentials {
  readonly apiKey: string
  readonly apiSecret: string
}

export interface AggregatorCapabilities {
  /** hold and confirm are separate steps; without it an unknown `hold` may have moved value. */
  readonly holds: boolean
  /** a transaction can be found by our own id */
  readonly findByExternalId: boolean
}

export interface HoldOrder {
  readonly externalId: string
  readonly providerProductId: string
  readonly kind: VasKind
  /** Ten national digits for airtime, the account number for services, absent for PINs. */
  readonly reference?: string | undefined
  /** Face value in MXN; sent to the provider only for ranged products. */
  readonly amountCentavos: Centavos
  readonly isRanged: boolean
  /** The open statement to pay, as named by the biller's lookup. */
  readonly statement?: { readonly reference: string; readonly dueOn: string | null } | undefined
  /** 8 to 36 letters, digits or hyphens: the terminal, or the store when there is none. */
  readonly purchaserId: string
}

export interface ProviderTransaction {
  readonly externalId: string
  readonly providerTransactionId: string
}

interface Seen {
  readonly providerTransactionId: string
  readonly externalId: string
  /** Face value according to the provider, if given. */
  readonly amountCentavos?: Centavos | undefined
  /** The price that the ordering account pays by its own contract, if the provider gives it. */
  readonly wholesaleCentavos?: Centavos | undefined
}

export type ProviderAnswer =
  /** `lifeMs`: the time between its creation and its expiry, both by the provider's clock. */
  | (Seen & { readonly kind: 'held'; readonly lifeMs: number })
  /** Confirmed or submitted, not final. */
  | (Seen & { readonly kind: 'accepted' })
  | (Seen & {
      readonly kind: 'completed'
      readonly authorization: string | null
      readonly pin?: ProviderPin | undefined
    })
  | (Seen & { readonly kind: 'reversed' })
  | (Seen & { readonly kind: 'canceled' })
  /** A definitive refusal. `providerTransactionId` is absent when the order itself was refused. */
  | {
      readonly kind: 'rejected'
      readonly failure: FailureCode
      readonly providerCode: string
      readonly providerTransactionId?: string | undefined
    }
  /** The provider has no transaction under our id. */
  | { readonly kind: 'absent' }
  /** The hold expired before it was confirmed; `cancel` it. */
  | { readonly kind: 'expired' }
  /**
   * The outcome is unknown: money may have moved. `cause` is for the log; it never contains a PIN or a
   * credential.
   */
  | { readonly kind: 'unknown'; readonly cause: string }

export interface ListWindow {
  readonly from: Date
  readonly to: Date
  readonly only?: 'reversed' | undefined
}

/** A line of the provider's own list; codes are not read from it. */
export interface ProviderRecord {
  readonly providerTransactionId: string
  readonly externalId: string
  readonly outcome: ProviderOutcome
  /** Face value, if the provider gives it. */
  readonly amountCentavos: Centavos | undefined
  /** What was ordered, if the provider repeats it. */
  readonly order?: ProviderOrder | undefined
}

/** An order as the provider's list repeats it. */
export interface ProviderOrder {
  readonly providerProductId: string
  /** National digits of a number, or an account; absent for PINs. */
  readonly reference: string | undefined
  /** As in `HoldOrder`: the terminal, or the store. */
  readonly purchaserId: string | undefined
  readonly createdAt: Date
  readonly wholesaleCentavos: Centavos | undefined
}

/** `failed`: no value moved. `unknown`: an unknown status. */
export type ProviderOutcome = 'held' | 'accepted' | 'completed' | 'reversed' | 'failed' | 'unknown'

export interface ProviderPin {
  readonly code: string
  readonly serial: string | null
}

export type DebtAnswer =
  | {
      readonly kind: 'statements'
      readonly items: readonly { reference: string; dueOn: string | null; amountCentavos: Centavos }[]
    }
  | { readonly kind: 'rejected'; readonly failure: FailureCode; readonly providerCode: string }
  | { readonly kind: 'unknown'; readonly cause: string }

export const vasKinds = ['airtime', 'pin', 'service'] as const
export type VasKind = (typeof vasKinds)[number]

export interface AggregatorProduct {
  readonly providerProductId: string
  readonly kind: VasKind
  readonly subkind: 'topup' | 'package' | 'giftcard' | 'bill'
  readonly name: string
  readonly description: string | null
  /** The carrier, brand or biller. */
  readonly operator: { readonly id: string; readonly name: string }
  readonly amount:
    | { readonly kind: 'fixed'; readonly centavos: Centavos }
    | {
        readonly kind: 'ranged'
        readonly min: Centavos
        readonly max: Centavos
        readonly increment: Centavos
      }
  /**
   * The price that the provider charges us: for fixed products in centavos, for ranged ones in basis points
   * of the face value.
   */
  readonly wholesale:
    | { readonly kind: 'fixed'; readonly centavos: Centavos }
    | { readonly kind: 'rate'; readonly bps: number }
  readonly validity: { readonly quantity: number; readonly unit: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' } | null
  readonly lookup: boolean
  readonly paymentModes: readonly ('PARTIAL' | 'EXACT' | 'EXCESS' | 'PAST_DUE')[]
  readonly postingPeriod: {
    readonly quantity: number
    readonly unit: string
    readonly type: 'BUSINESS' | 'CALENDAR'
  } | null
  readonly notes: string | null
  /** Redemption instructions of a PIN, one step per line. */
  readonly usageInfo: readonly string[]
  /** Terms of a PIN, in Markdown. */
  readonly terms: string | null
}

/** A request without a sale (products, balance) failed; retry later. */
export class AggregatorFault extends Error {
  override readonly name = 'AggregatorFault'
  /** The HTTP status of a definite refusal: 401 when the credentials are wrong. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** The mode is off: nothing was sent, no socket opened. Routes return 503 `aggregator_unavailable`. */
export class AggregatorOff extends Error {
  override readonly name = 'AggregatorOff'
}

/** For a till, switched off is the same as down. */
export function healthOf(aggregator: Aggregator): ProviderHealth {
  return aggregator.mode === 'off' ? 'DOWN' : (aggregator.health?.() ?? 'UP')
}
