import type { SaleDesk } from '../sale-desk.ts'

/** What every step of the sale is given. */
export interface StepProps {
  desk: SaleDesk
  storeId: string
}
