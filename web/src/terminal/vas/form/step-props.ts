import type { VasKind } from '@mostrador/client'
import type { VasCheckout } from '../../selling/vas/vas-checkout.ts'

/** The props of every step. */
export interface StepProps {
  checkout: VasCheckout
  kind: VasKind
  storeId: string
}
