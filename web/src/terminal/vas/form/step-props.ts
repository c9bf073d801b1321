import type { VasKind } from '@mostrador/client'
import type { ServiceDesk } from '../../selling/service-desk.ts'

/** The props of every step. */
export interface StepProps {
  desk: ServiceDesk
  kind: VasKind
  storeId: string
}
