import type { VasKind } from '../../../api/types.ts'
import type { SaleDesk } from '../../sale-desk.ts'

/** What every step of a sale is given. */
export interface StepProps {
  desk: SaleDesk
  kind: VasKind
  storeId: string
}
