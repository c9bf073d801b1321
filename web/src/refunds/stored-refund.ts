import type { SentRefund, StoredRefund } from './sent-refund.ts'

const dayMs = 86_400_000
/** The server stores answers for thirty days. Sent again after that, a refund would be a new one. */
const repeatableMs = 29 * dayMs

/** Whose refund, and of which sale. A person can only repeat their own requests. */
export interface RefundPlace {
  readonly accountId: string
  readonly orderId: string
}

/**
 * The refund of a sale that was sent from this device and may have been made: the page was reloaded or closed before that was
 * known, or its answer was lost. `null` when there is none.
 */
export function storedRefund(place: RefundPlace): StoredRefund | null {
  const stored = read(place)
  return stored !== null && Date.now() - stored.sentAtMs < repeatableMs ? stored : null
}

/**
 * Stores a refund before it is sent; one that is stored already stays as it is.
 *
 * @returns whether it was sent before
 */
export function storeRefund(place: RefundPlace, { order, key }: SentRefund): boolean {
  if (storedRefund(place)?.key === key) return true
  const stored: StoredRefund = { order, key, sentAtMs: Date.now() }
  try {
    localStorage.setItem(nameOf(place), JSON.stringify(stored))
  } catch {
    // Without room the page alone knows of it.
  }
  return false
}

/** It is known whether the refund was made. */
export function forgetRefund(place: RefundPlace, { key }: SentRefund): void {
  if (read(place)?.key === key) localStorage.removeItem(nameOf(place))
}

const nameOf = ({ accountId, orderId }: RefundPlace) => `mostrador.refund.${accountId}.${orderId}`

function read(place: RefundPlace): StoredRefund | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null')
    return isStoredRefund(stored) ? stored : null
  } catch {
    return null
  }
}

function isStoredRefund(stored: unknown): stored is StoredRefund {
  const { order, key, sentAtMs } = Object(stored) as Partial<StoredRefund>
  const { type, reason } = Object(order) as Partial<SentRefund['order']>
  return [key, type, reason].every((each) => typeof each === 'string') && typeof sentAtMs === 'number'
}
