import type { Look } from '../ui/look/look.ts'

/** A line as the customer sees it. */
export interface DisplayLine {
  readonly key: string
  readonly name: string
  /** In words: `3`, `0.5 kg`. */
  readonly quantity: string
  readonly amountCentavos: number
}

/** What the customer’s screen shows: a greeting, the sale as it grows, or thanks with the change. */
export type Display =
  | { readonly step: 'WELCOME' }
  | {
      readonly step: 'SALE'
      readonly lines: readonly DisplayLine[]
      readonly discountCentavos: number
      readonly totalCentavos: number
    }
  | { readonly step: 'THANKS'; readonly totalCentavos: number; readonly changeCentavos: number }

/** One message of the till: everything that the screen needs, because it has no session to ask with. */
export interface DisplayMessage {
  readonly storeName: string
  /** The merchant's look; `null` for the default. */
  readonly look: Look | null
  readonly display: Display
}
