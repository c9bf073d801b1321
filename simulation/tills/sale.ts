import type { Act } from '../acts.ts'
import type { Unknown } from '../books.ts'
import type { Employee, Line } from '../trade.ts'
import type { Page } from './page.ts'

/** A sale of a service at a till that does not know yet how it ended. */
export interface TillService {
  readonly key: string
  readonly number: string
  readonly who: Employee
  readonly act: Act
}

/** A sale that a till has made or is making, and that the server has not confirmed to it. */
export interface TillSale extends Unknown {
  readonly key: string
  /** On which it was paid. */
  readonly page: Page
  readonly who: Employee
  readonly act: Act
  readonly lines: readonly Line[]
  readonly totalCentavos: number
}
