import type { VasKind } from '@mostrador/client'
import type { ServiceDesk } from '../../selling/service-desk.ts'

/** What every step of a sale is given. */
export interface StepProps {
  desk: ServiceDesk
  kind: VasKind
  storeId: string
}
