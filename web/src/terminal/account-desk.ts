import { useSyncExternalStore } from 'react'
import { serverNowMs } from '../api/server-clock.ts'
import type { VasKind } from '../api/types.ts'
import { useMe } from '../session/me/me.ts'
import { orderJournal } from './journal.ts'
import type { OpenOrder } from './order.ts'
import { SaleDesk } from './sale-desk.ts'
import type { SaleState } from './sale-machine.ts'
import { truthOf } from './truth.ts'

const vasKinds: readonly VasKind[] = ['airtime', 'service', 'pin']

type Desks = Readonly<Record<VasKind, SaleDesk>>

let current: { accountId: string; desks: Desks } | null = null

/** The desks of the account that is signed in; they outlive every screen, and end with the session. */
function desksOf(accountId: string): Desks {
  if (current?.accountId === accountId) return current.desks
  if (current !== null) for (const kind of vasKinds) current.desks[kind].stop()
  const desks = {
    airtime: openDesk(accountId, 'airtime'),
    service: openDesk(accountId, 'service'),
    pin: openDesk(accountId, 'pin'),
  }
  current = { accountId, desks }
  for (const kind of vasKinds) desks[kind].resume()
  return desks
}

function openDesk(accountId: string, kind: VasKind): SaleDesk {
  return new SaleDesk({
    accountId,
    kind,
    journal: orderJournal(localStorage),
    truthOf,
    nowMs: serverNowMs,
    makeKey: () => crypto.randomUUID(),
    after: (delayMs, work) => {
      const timer = setTimeout(work, delayMs)
      return () => clearTimeout(timer)
    },
  })
}

export function useSaleDesks(): Desks {
  return desksOf(useMe().account.id)
}

export function useSaleState(desk: SaleDesk): SaleState {
  return useSyncExternalStore(desk.subscribe, desk.state)
}

/** The kinds whose sale is past the form: on its way, or ended and not yet put away. */
export function useKindsUnderWay(): readonly VasKind[] {
  const { airtime, service, pin } = useSaleDesks()
  const steps = {
    airtime: useSaleState(airtime).step,
    service: useSaleState(service).step,
    pin: useSaleState(pin).step,
  }
  return vasKinds.filter((kind) => steps[kind] !== 'form' && steps[kind] !== 'confirm')
}

export interface ParkedOrder {
  open: OpenOrder
  desk: SaleDesk
  /** It has ended, and can be recalled to be looked at. */
  isReady: boolean
}

/** What lies aside, of every kind, oldest first. */
export function useParkedOrders(): ParkedOrder[] {
  const { airtime, service, pin } = useSaleDesks()
  return [...useParked(airtime), ...useParked(service), ...useParked(pin)].sort(
    (a, b) => a.open.openedAtMs - b.open.openedAtMs,
  )
}

function useParked(desk: SaleDesk): ParkedOrder[] {
  const parked = useSyncExternalStore(desk.subscribe, desk.parked)
  const ready = useSyncExternalStore(desk.subscribe, desk.ready)
  return parked.map((open) => ({ open, desk, isReady: ready.has(open.key) }))
}

/** Orders that other people left on this device: only they can ask about them. */
export function othersOrders(accountId: string) {
  return orderJournal(localStorage)
    .all()
    .filter((open) => open.accountId !== accountId)
}
