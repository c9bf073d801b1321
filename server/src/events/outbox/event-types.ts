import type { Domain } from '../../authorization/matrix.ts'
import { pauseReasons, verificationStatuses } from '../../authorization/standing.ts'
import { closed, enumeration, Id, nullable, oneOf } from '../../http/shapes.ts'
import { type TObject, Type } from '../../json-schema.ts'

interface EventType {
  readonly meaning: string
  /** Its `storeId`: that of the store, or null for the merchant as a whole. A store's webhook gets only those of its store. */
  readonly concerns: 'store' | 'merchant'
  /**
   * Who receives it: the roles of the store that read a domain, the merchant's portfolio (managers of any of
   * its stores), or platform staff.
   */
  readonly seenBy: Domain | 'portfolio' | 'platform'
  /** The payload: ids and statuses, and nothing that only some of its readers may see. */
  readonly payload: TObject
}

const sale = (status: string) =>
  Type.Object({ saleId: Id, status: oneOf([status]), terminalId: nullable(Id) }, closed)
const deposit = (status: string) => Type.Object({ depositId: Id, status: oneOf([status]) }, closed)
const settlement = (status: string) => Type.Object({ settlementId: Id, status: oneOf([status]) }, closed)
const merchant = (status: string) => Type.Object({ merchantId: Id, status: oneOf([status]) }, closed)
const shift = Type.Object({ shiftId: Id, membershipId: Id, terminalId: nullable(Id) }, closed)
const bankAccount = (status: string) => Type.Object({ bankAccountId: Id, status: oneOf([status]) }, closed)
const member = { membershipId: Id, accountId: Id }
const role = oneOf(['cashier', 'supervisor', 'manager'])

/**
 * Every event that `events.emit` emits, by type. docs/events.md is rendered from it, and a test compares it
 * with the functions that emit.
 */
export const eventTypes = {
  'vas.sale.completed': {
    meaning: 'A sale of airtime, a PIN or a bill payment was completed',
    concerns: 'store',
    seenBy: 'sales',
    payload: sale('COMPLETED'),
  },
  'vas.sale.failed': {
    meaning: 'A sale failed, and the money was returned to the wallet',
    concerns: 'store',
    seenBy: 'sales',
    payload: sale('FAILED'),
  },
  'vas.sale.reversed': {
    meaning: 'The provider reversed a completed sale',
    concerns: 'store',
    seenBy: 'sales',
    payload: sale('REVERSED'),
  },
  'vas.sale.review': {
    meaning: 'A sale has no final outcome in time and needs an operator',
    concerns: 'store',
    seenBy: 'platform',
    payload: Type.Object({ saleId: Id }, closed),
  },
  'sale.completed': {
    meaning: 'A cart was sold',
    concerns: 'store',
    seenBy: 'sales',
    payload: Type.Object({ orderId: Id, cartId: Id, shiftId: Id, terminalId: nullable(Id) }, closed),
  },
  'offline_sale.held': {
    meaning: 'An offline sale is held for a supervisor',
    concerns: 'store',
    seenBy: 'sales',
    payload: Type.Object({ offlineSaleId: Id }, closed),
  },
  'offline_sale.booked': {
    meaning: 'An offline sale is booked',
    concerns: 'store',
    seenBy: 'sales',
    payload: Type.Object({ offlineSaleId: Id, orderId: Id }, closed),
  },
  'offline_sale.discarded': {
    meaning: 'An offline sale was discarded, with a reason',
    concerns: 'store',
    seenBy: 'sales',
    payload: Type.Object({ offlineSaleId: Id }, closed),
  },
  'deposit.reported': {
    meaning: 'A merchant has reported a transfer, which needs a review',
    concerns: 'merchant',
    seenBy: 'platform',
    payload: Type.Object({ depositId: Id }, closed),
  },
  'deposit.credited': {
    meaning: 'A reported deposit was found and credited to the wallet',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: deposit('CREDITED'),
  },
  'deposit.rejected': {
    meaning: 'A reported deposit was rejected',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: deposit('REJECTED'),
  },
  'settlement.requested': {
    meaning: 'A merchant has requested a payout, which needs a decision',
    concerns: 'merchant',
    seenBy: 'platform',
    payload: Type.Object({ settlementId: Id }, closed),
  },
  'settlement.approved': {
    meaning: 'The platform has approved a payout',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: settlement('APPROVED'),
  },
  'settlement.rejected': {
    meaning: 'A payout was rejected, and the money was returned to the wallet',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: settlement('REJECTED'),
  },
  'settlement.canceled': {
    meaning: 'The merchant has cancelled a payout, and the money was returned to the wallet',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: settlement('CANCELED'),
  },
  'settlement.processing': {
    meaning: 'A payout is being sent to the bank',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: settlement('PROCESSING'),
  },
  'settlement.paid': {
    meaning: 'A payout was sent by SPEI',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: settlement('PAID'),
  },
  'settlement.failed': {
    meaning: 'A payout failed, and the money was returned to the wallet',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: settlement('FAILED'),
  },
  'settlement.returned': {
    meaning: 'The bank has returned a payout, and the money is back in the wallet',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: settlement('RETURNED'),
  },
  'merchant.suspended': {
    meaning:
      'The platform has suspended the merchant. Delivered when the suspension is lifted, since a suspended merchant receives no events',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: merchant('SUSPENDED'),
  },
  'merchant.reactivated': {
    meaning: 'The suspension was lifted',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: merchant('ACTIVE'),
  },
  'merchant.closed': {
    meaning: 'The merchant was closed permanently, and its memberships have ended',
    concerns: 'merchant',
    seenBy: 'platform',
    payload: merchant('CLOSED'),
  },
  'merchant.moved': {
    meaning: 'The merchant’s rows are at another place of the cluster',
    concerns: 'merchant',
    seenBy: 'platform',
    payload: Type.Object({ merchantId: Id, databaseId: Type.String() }, closed),
  },
  'merchant.owner_changed': {
    meaning: 'The merchant has a new owner, who manages its stores from now on',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: Type.Object({ merchantId: Id, ownerId: Id }, closed),
  },
  'membership.created': {
    meaning: 'A person has joined the store',
    concerns: 'store',
    seenBy: 'staff',
    payload: Type.Object({ ...member, role }, closed),
  },
  'membership.role_changed': {
    meaning: 'A member’s role in the store has changed',
    concerns: 'store',
    seenBy: 'staff',
    payload: Type.Object({ ...member, role }, closed),
  },
  'membership.ended': {
    meaning: 'A member has left the store',
    concerns: 'store',
    seenBy: 'staff',
    payload: Type.Object(member, closed),
  },
  'shift.opened': {
    meaning: 'A shift was opened',
    concerns: 'store',
    seenBy: 'shifts',
    payload: shift,
  },
  'shift.closed': {
    meaning: 'A shift was counted and closed',
    concerns: 'store',
    seenBy: 'shifts',
    payload: shift,
  },
  'stock.low': {
    meaning: 'The stock of goods has fallen to their reorder point',
    concerns: 'store',
    seenBy: 'inventory',
    payload: Type.Object({ variantId: Id, onHand: Type.Number() }, closed),
  },
  'chips.imported': {
    meaning: 'A file of SIM chips was imported',
    concerns: 'store',
    seenBy: 'inventory',
    payload: Type.Object({ importId: Id, productId: Id, rowCount: Type.Integer({ minimum: 1 }) }, closed),
  },
  'bank_account.added': {
    meaning: 'A merchant has added a bank account, which needs verification',
    concerns: 'merchant',
    seenBy: 'platform',
    payload: Type.Object({ bankAccountId: Id }, closed),
  },
  'bank_account.verified': {
    meaning: 'A bank account was verified',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: bankAccount('VERIFIED'),
  },
  'bank_account.rejected': {
    meaning: 'A bank account was rejected',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: bankAccount('REJECTED'),
  },
  'verification.changed': {
    meaning: 'The merchant’s verification status has changed',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: Type.Object({ merchantId: Id, status: oneOf(verificationStatuses) }, closed),
  },
  'verification.recompute.retries_exhausted': {
    meaning: 'A merchant’s verification could not be recomputed after a change; use resync',
    concerns: 'merchant',
    seenBy: 'platform',
    payload: Type.Object(
      {
        merchantId: Id,
        attempts: Type.Integer({ minimum: 1 }),
        lastError: Type.String(),
        firstFailedAt: Type.String({ format: 'date-time' }),
      },
      closed,
    ),
  },
  'approval.requested': {
    meaning: 'A discount, refund or return was requested at a till',
    concerns: 'store',
    seenBy: 'approvals',
    payload: Type.Object(
      { approvalId: Id, type: oneOf(['DISCOUNT', 'REFUND', 'RETURN']), status: oneOf(['PENDING']) },
      closed,
    ),
  },
  'theme.changed': {
    meaning: 'The merchant’s theme has changed',
    concerns: 'merchant',
    seenBy: 'themes',
    payload: Type.Object({ themeId: Id }, closed),
  },
  'webhook.disabled': {
    meaning: 'A webhook was disabled after failing for days',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: Type.Object({ webhookId: Id }, closed),
  },
  'webhook.paused': {
    meaning:
      'A webhook was paused, because the person responsible for it is no longer allowed to create one. It receives nothing until it is resumed',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: Type.Object({ webhookId: Id, reason: enumeration('PausedReason', pauseReasons) }, closed),
  },
  'connection.paused': {
    meaning:
      'A connection was paused: the person responsible for it is no longer allowed to create one, or the database was restored and its sales are not all known. It funds no sales until it is resumed',
    concerns: 'merchant',
    seenBy: 'portfolio',
    payload: Type.Object(
      { connectionId: Id, storeId: Id, reason: enumeration('PausedReason', pauseReasons) },
      closed,
    ),
  },
  'approval.decided': {
    meaning: 'A request was approved, rejected or withdrawn',
    concerns: 'store',
    seenBy: 'approvals',
    payload: Type.Object(
      {
        approvalId: Id,
        type: oneOf(['DISCOUNT', 'REFUND', 'RETURN']),
        status: oneOf(['APPROVED', 'REJECTED', 'CANCELED']),
      },
      closed,
    ),
  },
  'sale.refunded': {
    meaning: 'A refund or return was made',
    concerns: 'store',
    seenBy: 'sales',
    payload: Type.Object({ orderId: Id, refundId: Id, type: oneOf(['REFUND', 'RETURN']) }, closed),
  },
} as const satisfies Record<string, EventType>

export type EventTypeName = keyof typeof eventTypes
export const eventTypeNames = Object.keys(eventTypes) as readonly EventTypeName[]
