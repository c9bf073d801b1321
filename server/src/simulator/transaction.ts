import { type Centavos, centavos } from '../amounts/centavos.ts'
import type { CreatedEntry } from './journal.ts'
import type { Status } from './statuses.ts'

/** A transaction as stored in the journal. Times are epoch milliseconds. */
export interface Transaction {
  readonly id: number
  readonly externalId: string
  readonly productId: number
  readonly mobileNumber: string | undefined
  readonly accountNumber: string | undefined
  readonly purchaserId: string | undefined
  readonly callbackUrl: string | undefined
  readonly faceCentavos: Centavos
  readonly heldCentavos: Centavos
  readonly createdAtMs: number
  readonly expiresAtMs: number
  confirmedAtMs: number | null
  status: Status
}

export function newTransaction(entry: CreatedEntry): Transaction {
  return {
    id: entry.id,
    externalId: entry.externalId,
    productId: entry.productId,
    mobileNumber: entry.mobileNumber,
    accountNumber: entry.accountNumber,
    purchaserId: entry.purchaserId,
    callbackUrl: entry.callbackUrl,
    faceCentavos: centavos(entry.faceCentavos),
    heldCentavos: centavos(entry.heldCentavos),
    createdAtMs: Date.parse(entry.at),
    expiresAtMs: Date.parse(entry.expiresAt),
    confirmedAtMs: null,
    status: 'CREATED',
  }
}
