import type { EventType } from './webhooks-query.ts'

type Underscored<S extends string> = S extends `${infer Head}.${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : S
/** The key of an event type in the texts, which cannot contain dots. */
export type EventKey = Underscored<EventType>

export const eventKey = (type: EventType) => type.replaceAll('.', '_') as EventKey

/** All event types, grouped and ordered as a shop thinks of them. */
export const eventGroups = {
  sales: [
    'sale.completed',
    'sale.refunded',
    'offline_sale.held',
    'offline_sale.booked',
    'offline_sale.discarded',
  ],
  vas: ['vas.sale.completed', 'vas.sale.failed', 'vas.sale.reversed'],
  till: ['shift.opened', 'shift.closed', 'approval.requested', 'approval.decided'],
  goods: ['stock.low', 'chips.imported'],
  team: ['membership.created', 'membership.role_changed', 'membership.ended'],
  money: [
    'deposit.credited',
    'deposit.rejected',
    'settlement.approved',
    'settlement.processing',
    'settlement.paid',
    'settlement.rejected',
    'settlement.canceled',
    'settlement.failed',
    'settlement.returned',
    'bank_account.verified',
    'bank_account.rejected',
  ],
  business: [
    'verification.changed',
    'merchant.suspended',
    'merchant.reactivated',
    'merchant.owner_changed',
    'theme.changed',
    'webhook.disabled',
    'webhook.paused',
    'connection.paused',
  ],
} as const satisfies Record<string, readonly EventType[]>

type EventGroup = keyof typeof eventGroups

/** What concerns the business as a whole: a store's webhook does not get it. */
const groupsOfMerchant: readonly EventGroup[] = ['money', 'business']

/** The groups that a webhook of a store, or of the whole business, can choose from. */
export function groupsFor(isOfMerchant: boolean): readonly EventGroup[] {
  const groups = Object.keys(eventGroups) as EventGroup[]
  return isOfMerchant ? groups : groups.filter((group) => !groupsOfMerchant.includes(group))
}

export function isOffered(type: EventType, isOfMerchant: boolean): boolean {
  return groupsFor(isOfMerchant).some((group) => (eventGroups[group] as readonly EventType[]).includes(type))
}

type Shown = (typeof eventGroups)[keyof typeof eventGroups][number]
/** Fails to compile while a type is missing from the groups. */
type Grouped = [Exclude<EventType, Shown>] extends [never] ? EventType : never
const known: readonly Grouped[] = Object.values(eventGroups).flat()

export function isKnownEvent(type: string): type is EventType {
  return (known as readonly string[]).includes(type)
}
