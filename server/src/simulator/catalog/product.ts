import type { Bps, Centavos } from '../../amounts/centavos.ts'

export type ProductType = 'FIXED_VALUE_RECHARGE' | 'FIXED_VALUE_PIN_PURCHASE' | 'RANGED_VALUE_PAYMENT'

export interface Validity {
  readonly unit: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'
  readonly quantity: number
}

/** A product as the simulator keeps it; `render.ts` makes the wire's shape of it. */
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
  /** What the provider takes, as a share of the face value. */
  readonly wholesaleBps: Bps
  /** Which identifier of the customer an order must carry; PINs are for whoever holds them. */
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

/** Whole pesos, as denominations are spoken of. */
export type Pesos = number
