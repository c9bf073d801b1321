import type { Restoration, RestoredAct } from '@mostrador/client'

type Status = RestoredAct['status']

/** What each outcome asks of an administrator. */
const roomOf = {
  PROPOSED: 'waiting',
  FAILED: 'waiting',
  TO_REPEAT: 'toRepeat',
  APPLIED: 'applied',
  NOTHING: 'applied',
  OUTDATED: 'applied',
  ACCEPTED: 'decided',
  DECLINED: 'decided',
} as const satisfies Record<Status, string>

export type Room = (typeof roomOf)[Status] | 'payouts'

/** The acts by what they ask of an administrator, each in the server's order. */
export function actsByRoom(acts: readonly RestoredAct[]): Record<Room, RestoredAct[]> {
  const rooms: Record<Room, RestoredAct[]> = {
    waiting: [],
    payouts: [],
    toRepeat: [],
    applied: [],
    decided: [],
  }
  for (const act of acts) rooms[isPerhapsPaid(act) ? 'payouts' : roomOf[act.status]].push(act)
  return rooms
}

/** Whether it is about a payout that the bank may have made, which people look for there and never send again. */
export const isPerhapsPaid = (act: Pick<RestoredAct, 'status' | 'action' | 'after'>): boolean =>
  act.status === 'TO_REPEAT' && payoutOf(act) !== undefined

/** The restoration that is under way; the server also answers with the last one that ended. */
export function underWay(restorations: readonly Restoration[]): Restoration | undefined {
  return restorations.find(({ reconciledAt }) => reconciledAt === null)
}

/** What an act gave: a platform's label, a role in a store, or a setting's value. */
export type Gift =
  | { kind: 'label'; label: string }
  | { kind: 'role'; role: string }
  | { kind: 'value'; value: unknown }

/** Undefined: its name says it all, as for a merchant that was activated. */
export function giftOf({ after }: Pick<RestoredAct, 'after'>): Gift | undefined {
  if (typeof after?.['label'] === 'string') return { kind: 'label', label: after['label'] }
  if (typeof after?.['role'] === 'string') return { kind: 'role', role: after['role'] }
  if (after !== null && 'value' in after) return { kind: 'value', value: after['value'] }
  return undefined
}

/** A lost step of a payout, as it is found at the bank; undefined: the act is about something else. */
export function payoutOf({
  action,
  after,
}: Pick<RestoredAct, 'action' | 'after'>):
  | { amountCentavos: number; trackingKey: string | null }
  | undefined {
  const { amountCentavos, claveRastreo } = after ?? {}
  if (!action.startsWith('settlement.') || typeof amountCentavos !== 'number') return undefined
  return { amountCentavos, trackingKey: typeof claveRastreo === 'string' ? claveRastreo : null }
}
