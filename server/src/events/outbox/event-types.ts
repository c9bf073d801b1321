import { type TObject, Type } from 'typebox'
import type { Domain } from '../../authorization/matrix.ts'
import { closed, Id, nullable, oneOf } from '../../http/shapes.ts'
import { verificationStatuses } from '../../platform/merchants/schema.ts'
import { PausedReason } from '../../shop/staff/schema.ts'

interface EventType {
  readonly meaning: string
  /**
   * Whom it is told: the roles of the store that read a domain, the merchant's portfolio (managers of any of its
   * stores), or the platform's staff.
   */
  readonly seenBy: Domain | 'portfolio' | 'platform'
  /** What it carries: ids and statuses, and nothing that only some of its readers may know. */
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
 * Everything that `events.emit` tells, by its type: the one list. docs/events.md is rendered from it, and a
 * test holds it against the functions that emit.
 */
export const eventTypes = {
  'vas.sale.completed': {
    meaning: 'A sale of airtime, a PIN or a bill payment was carried out',
    seenBy: 'sales',
    payload: sale('COMPLETED'),
  },
  'vas.sale.failed': {
    meaning: 'A sale came to nothing, and the wallet has its money back',
    seenBy: 'sales',
    payload: sale('FAILED'),
  },
  'vas.sale.reversed': {
    meaning: 'The provider took a completed sale back',
    seenBy: 'sales',
    payload: sale('REVERSED'),
  },
  'vas.sale.review': {
    meaning: 'A sale has found no end in time and waits for an operator',
    seenBy: 'platform',
    payload: Type.Object({ saleId: Id }, closed),
  },
  'sale.completed': {
    meaning: 'A cart was sold',
    seenBy: 'sales',
    payload: Type.Object({ orderId: Id, cartId: Id, shiftId: Id, terminalId: nullable(Id) }, closed),
  },
  'offline_sale.held': {
    meaning: 'A sale that was made without a network waits for a supervisor',
    seenBy: 'sales',
    payload: Type.Object({ offlineSaleId: Id }, closed),
  },
  'offline_sale.booked': {
    meaning: 'A sale that was made without a network is booked',
    seenBy: 'sales',
    payload: Type.Object({ offlineSaleId: Id, orderId: Id }, closed),
  },
  'offline_sale.discarded': {
    meaning: 'A sale that was made without a network stays unbooked, for a reason',
    seenBy: 'sales',
    payload: Type.Object({ offlineSaleId: Id }, closed),
  },
  'deposit.reported': {
    meaning: 'A merchant has reported a transfer, which waits for review',
    seenBy: 'platform',
    payload: Type.Object({ depositId: Id }, closed),
  },
  'deposit.credited': {
    meaning: 'A reported deposit was found and has filled the wallet',
    seenBy: 'portfolio',
    payload: deposit('CREDITED'),
  },
  'deposit.rejected': {
    meaning: 'A reported deposit was not accepted',
    seenBy: 'portfolio',
    payload: deposit('REJECTED'),
  },
  'settlement.requested': {
    meaning: 'A merchant asks for a payout, which waits for the platform',
    seenBy: 'platform',
    payload: Type.Object({ settlementId: Id }, closed),
  },
  'settlement.approved': {
    meaning: 'The platform has approved a payout',
    seenBy: 'portfolio',
    payload: settlement('APPROVED'),
  },
  'settlement.rejected': {
    meaning: 'A payout was refused, and the wallet has its money back',
    seenBy: 'portfolio',
    payload: settlement('REJECTED'),
  },
  'settlement.canceled': {
    meaning: 'The merchant has withdrawn a payout, and the wallet has its money back',
    seenBy: 'portfolio',
    payload: settlement('CANCELED'),
  },
  'settlement.processing': {
    meaning: 'A payout is on its way to the bank',
    seenBy: 'portfolio',
    payload: settlement('PROCESSING'),
  },
  'settlement.paid': {
    meaning: 'A payout was sent by SPEI',
    seenBy: 'portfolio',
    payload: settlement('PAID'),
  },
  'settlement.failed': {
    meaning: 'A payout could not be sent, and the wallet has its money back',
    seenBy: 'portfolio',
    payload: settlement('FAILED'),
  },
  'settlement.returned': {
    meaning: 'The bank has returned a payout, and the wallet has its money back',
    seenBy: 'portfolio',
    payload: settlement('RETURNED'),
  },
  'merchant.suspended': {
    meaning:
      'The platform has suspended the merchant. Told once it is lifted, since nobody of a suspended merchant is told anything',
    seenBy: 'portfolio',
    payload: merchant('SUSPENDED'),
  },
  'merchant.reactivated': {
    meaning: 'The suspension was lifted',
    seenBy: 'portfolio',
    payload: merchant('ACTIVE'),
  },
  'merchant.closed': {
    meaning: 'The merchant was closed for good, and nobody works in its stores any more',
    seenBy: 'platform',
    payload: merchant('CLOSED'),
  },
  'merchant.owner_changed': {
    meaning: 'The merchant has another owner, who manages its stores from now on',
    seenBy: 'portfolio',
    payload: Type.Object({ merchantId: Id, ownerId: Id }, closed),
  },
  'membership.created': {
    meaning: 'Somebody has joined the store',
    seenBy: 'staff',
    payload: Type.Object({ ...member, role }, closed),
  },
  'membership.role_changed': {
    meaning: 'Somebody has another role in the store',
    seenBy: 'staff',
    payload: Type.Object({ ...member, role }, closed),
  },
  'membership.ended': {
    meaning: 'Somebody has left the store',
    seenBy: 'staff',
    payload: Type.Object(member, closed),
  },
  'shift.opened': {
    meaning: 'Somebody has opened a drawer',
    seenBy: 'shifts',
    payload: shift,
  },
  'shift.closed': {
    meaning: 'A drawer was counted and closed',
    seenBy: 'shifts',
    payload: shift,
  },
  'stock.low': {
    meaning: 'Goods have fallen to the level at which they are to be ordered again',
    seenBy: 'inventory',
    payload: Type.Object({ variantId: Id, onHand: Type.Number() }, closed),
  },
  'chips.imported': {
    meaning: 'A file of SIM chips was put into stock',
    seenBy: 'inventory',
    payload: Type.Object({ importId: Id, productId: Id, rowCount: Type.Integer({ minimum: 1 }) }, closed),
  },
  'bank_account.added': {
    meaning: 'A merchant has given a bank account, which waits for the platform’s word',
    seenBy: 'platform',
    payload: Type.Object({ bankAccountId: Id }, closed),
  },
  'bank_account.verified': {
    meaning: 'A bank account may be paid to',
    seenBy: 'portfolio',
    payload: bankAccount('VERIFIED'),
  },
  'bank_account.rejected': {
    meaning: 'A bank account was not accepted',
    seenBy: 'portfolio',
    payload: bankAccount('REJECTED'),
  },
  'verification.changed': {
    meaning: 'The merchant’s verification has another status',
    seenBy: 'portfolio',
    payload: Type.Object({ merchantId: Id, status: oneOf(verificationStatuses) }, closed),
  },
  'verification.recompute.retries_exhausted': {
    meaning: 'A merchant’s verification could not be derived anew after a change; resync is the remedy',
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
    meaning: 'Somebody at a till asks for a discount, refund or return',
    seenBy: 'approvals',
    payload: Type.Object(
      { approvalId: Id, type: oneOf(['DISCOUNT', 'REFUND', 'RETURN']), status: oneOf(['PENDING']) },
      closed,
    ),
  },
  'theme.changed': {
    meaning: 'The merchant’s screens look different from now on',
    seenBy: 'themes',
    payload: Type.Object({ themeId: Id }, closed),
  },
  'webhook.disabled': {
    meaning: 'A webhook at which nothing arrived for days was switched off',
    seenBy: 'portfolio',
    payload: Type.Object({ webhookId: Id }, closed),
  },
  'webhook.paused': {
    meaning:
      'A webhook paused, because whoever answers for it may not make one any more. It is told nothing until somebody resumes it',
    seenBy: 'portfolio',
    payload: Type.Object({ webhookId: Id, reason: PausedReason }, closed),
  },
  'connection.paused': {
    meaning:
      'A connection paused, because whoever answers for it may not make one any more. It pays for no sale until somebody resumes it',
    seenBy: 'portfolio',
    payload: Type.Object({ connectionId: Id, storeId: Id, reason: PausedReason }, closed),
  },
  'approval.decided': {
    meaning: 'A request was approved, rejected or withdrawn',
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
    meaning: 'Money, or goods and their money, went back to a customer',
    seenBy: 'sales',
    payload: Type.Object({ orderId: Id, refundId: Id, type: oneOf(['REFUND', 'RETURN']) }, closed),
  },
} as const satisfies Record<string, EventType>

type EventTypeName = keyof typeof eventTypes
export const eventTypeNames = Object.keys(eventTypes) as readonly EventTypeName[]
