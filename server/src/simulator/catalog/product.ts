import type { Bps, Centavos } from '../../amounts/centavos.ts'

export type ProductType = 'FIXED_VALUE_RECHARGE' | 'FIXED_VALUE_PIN_PURCHASE' | 'RANGED_VALUE_PAYMENT'

export interface Validity {
  readonly unit: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'
  readonly quantity: number
}

/** A product of the simulator; `render.ts` converts it to the provider's format. */
export interface SimulatedProduct {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: ProductType
  readonly service: { readonly id: number; readonly name: string }
  readonly subservice: { readonly id: number; readonly name: string }
  readonly operator: { readonly id: number; readonly name: string }
  /** Face value. */
  readonly amount:
    | { readonly kind: 'fixed'; readonly centavos: Centavos }
    | {
        readonly kind: 'ranged'
        readonly min: Centavos
        readonly max: Centavos
        readonly increment: Centavos
      }
  /** The provider's price, as a share of the face value. */
  readonly wholesaleBps: Bps
  /** The customer identifier that an order must have; PINs need none. */
  readonly creditParty: 'mobile_number' | 'account_number' | null
  readonly validity: Validity | null
  readonly dataMb: number | null
  readonly usageInfo: readonly string[] | null
  readonly payment: {
    readonly modes: readonly ('PARTIAL' | 'EXACT' | 'EXCESS' | 'PAST_DUE')[]
    readonly postingPeriod: {
      readonly unit: Validity['unit']
      readonly quantity: number
      readonly type: 'BUSINESS' | 'CALENDAR'
    } | null
    readonly hasStatementInquiry: boolean
    readonly notes: readonly string[] | null
  } | null
}

/** Whole pesos, like the names of denominations. */
export type Pesos = number
