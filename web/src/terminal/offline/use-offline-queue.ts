import { useEffect, useSyncExternalStore } from 'react'
import { answer, api } from '../../api/client.ts'
import { isOnline, onNetworkChange } from '../../api/network-state.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { noteUnsent } from '../../session/account/unsent.ts'
import { useMe } from '../../session/me/me.ts'
import { OfflineQueue } from './offline-queue.ts'
import { isOpen, type OfflineEntry } from './offline-sale.ts'
import { offlineStorage } from './offline-storage.ts'

const sendEveryMs = 15_000
const lookEvery = 4

/** The one queue of this device. */
export const offlineQueue = new OfflineQueue({
  storage: offlineStorage(),
  handIn: ({ sale }) => answer(api.POST('/pos/offline_sales', { body: sale })),
  finalize: ({ cartId, key, body }) =>
    answer(
      api.POST('/pos/carts/{id}/finalize', {
        params: { path: { id: cartId }, header: { 'idempotency-key': key } },
        body,
      }),
    ),
  nowMs: serverNowMs,
  alone: (name, work) => ('locks' in navigator ? navigator.locks.request(name, work) : work()),
})

/** The sales of a store on this device that still want something: the own ones, and what others have left. */
export function useOfflineEntries(storeId: string): {
  own: readonly OfflineEntry[]
  others: readonly OfflineEntry[]
} {
  const { account } = useMe()
  const entries = useSyncExternalStore(offlineQueue.subscribe, offlineQueue.entries)
  const here = entries.filter((entry) => entry.storeId === storeId)
  return {
    own: here.filter(({ accountId }) => accountId === account.id),
    others: here.filter((entry) => entry.accountId !== account.id && isOpen(entry)),
  }
}

/** Hands in what waits whenever there is a network, for as long as the till is open. */
export function useOfflineSending(onSettled: () => void): void {
  const { account } = useMe()
  useEffect(() => {
    let isGone = false
    let round = 0
    const send = async () => {
      if (!isOnline()) return
      const before = offlineQueue.entries().filter(isOpen).length
      await offlineQueue.send(account.id)
      if (round++ % lookEvery === 0) await offlineQueue.lookAgain(account.id)
      if (!isGone && offlineQueue.entries().filter(isOpen).length !== before) onSettled()
    }
    const go = () => void send()
    const tell = () =>
      noteUnsent(
        offlineQueue
          .entries()
          .filter(({ accountId, state }) => accountId === account.id && state === 'WAITING').length,
      )
    go()
    tell()
    const timer = setInterval(go, sendEveryMs)
    const stops = [onNetworkChange(go), offlineQueue.subscribe(tell)]
    return () => {
      isGone = true
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }, [account.id, onSettled])
}
