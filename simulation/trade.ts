import type { Member, Person } from '../server/test/world.ts'

/** What the model knows of the trade. Nothing here is read from the database. */
export interface Merchant {
  readonly id: string
  isActive: boolean
  terms: { shareBps: number; feeCentavos: number; version: number }
  readonly shops: Shop[]
  readonly bankAccountId: string
  /** That were requested. */
  readonly payouts: Payout[]
}

export type PayoutStatus =
  | 'REQUESTED'
  | 'APPROVED'
  | 'PROCESSING'
  | 'PAID'
  | 'RETURNED'
  | 'REJECTED'
  | 'CANCELED'
  | 'FAILED'

export interface Payout {
  readonly id: string
  readonly amountCentavos: number
  status: PayoutStatus
}

export interface Shop {
  readonly name: string
  readonly merchant: Merchant
  readonly storeId: string
  /** The smallest coin, in centavos; 0: nothing is rounded. */
  readonly coin: number
  readonly goods: Goods[]
  readonly staff: Employee[]
  /** The latest sales, of which something may come back. */
  readonly orders: Order[]
}

export interface Goods {
  readonly variantId: string
  readonly barcode: string
  readonly priceCentavos: number
  readonly taxBps: number
  readonly isTaxExempt: boolean
  readonly isTaxIncluded: boolean
  readonly isWeighed: boolean
  readonly isTracked: boolean
}

export interface Line {
  readonly goods: Goods
  readonly thousandths: number
}

export const ranks = ['cashier', 'supervisor', 'manager'] as const
export type Rank = (typeof ranks)[number]

export interface Employee {
  readonly shop: Shop
  member: Member
  rank: Rank
  isEmployed: boolean
  drawer: Drawer | undefined
  /** How many drawers this membership has opened. */
  drawers: number
}

export interface Drawer {
  /** The quantity of the books with its cash, without that of services. */
  readonly name: string
  readonly shiftId: string
}

export interface Payment {
  readonly method: 'CASH' | 'CARD' | 'TRANSFER'
  readonly amountCentavos: number
  leftCentavos: number
}

export interface OrderLine {
  readonly lineItemId: string
  readonly goods: Goods
  readonly thousandths: number
  leftThousandths: number
  readonly totalCentavos: number
  leftCentavos: number
}

export interface Order {
  readonly id: string
  readonly shop: Shop
  readonly lines: readonly OrderLine[]
  readonly payments: readonly Payment[]
  /** A refund of it is under way, and nobody knows whether it was made. */
  isAwaited: boolean
}

export interface Operator {
  readonly person: Person
  readonly isAdmin: boolean
  /** Confined to these merchants; empty: to none. */
  readonly confinedTo: Set<string>
}

export const drawerName = (member: Pick<Member, 'membershipId'>, no: number) =>
  `drawer ${member.membershipId} ${no}`
export const stockName = ({ variantId }: Goods) => `stock ${variantId}`
