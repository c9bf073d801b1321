import { useSyncExternalStore } from 'react'
import { serverNowMs } from '../api/server-clock.ts'
import { useMe } from '../session/me.ts'
import { orderJournal } from './journal.ts'
import { SaleDesk } from './sale-desk.ts'
import type { SaleState } from './sale-machine.ts'
import { truthOf } from './truth.ts'

let current: { accountId: string; desk: SaleDesk } | null = null

/** The desk of the account that is signed in; it outlives every screen, and ends with the session. */
function deskOf(accountId: string): SaleDesk {
  if (current?.accountId === accountId) return current.desk
  current?.desk.stop()
  const desk = new SaleDesk({
    accountId,
    journal: orderJournal(localStorage),
    truthOf,
    nowMs: serverNowMs,
    makeKey: () => crypto.randomUUID(),
    after: (delayMs, work) => {
      const timer = setTimeout(work, delayMs)
      return () => clearTimeout(timer)
    },
  })
  current = { accountId, desk }
  desk.resume()
  return desk
}

export function useSaleDesk(): SaleDesk {
  return deskOf(useMe().account.id)
}

export function useSaleState(desk: SaleDesk): SaleState {
  return useSyncExternalStore(desk.subscribe, desk.state)
}

export function useParkedOrders(desk: SaleDesk) {
  return useSyncExternalStore(desk.subscribe, desk.parked)
}

/** Orders that other people left on this device: only they can ask about them. */
export function othersOrders(accountId: string) {
  return orderJournal(localStorage)
    .all()
    .filter((open) => open.accountId !== accountId)
}
