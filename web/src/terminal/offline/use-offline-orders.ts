import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { noteUnsent } from '../../session/account/unsent.ts'
import { useMe } from '../../session/me/me.ts'
import {
  isLeftPayment,
  isOffline,
  isOpen,
  type LeftPayment,
  type OfflineOrder,
} from '../selling/orders/order.ts'
import { offlineQueue, orderBook } from '../selling/till/till.ts'

/**
 * A store's unsettled offline sales on this device, the person's own and those that others left, and the payments without an
 * answer that others left.
 */
export function useOfflineOrders(storeId: string): {
  own: readonly OfflineOrder[]
  others: readonly OfflineOrder[]
  left: readonly LeftPayment[]
} {
  const { account } = useMe()
  const here = useStore(
    orderBook.store,
    useShallow(() => orderBook.select(isOffline).filter((order) => order.storeId === storeId)),
  )
  const paid = useStore(
    orderBook.store,
    useShallow(() => orderBook.select(isLeftPayment).filter((order) => order.storeId === storeId)),
  )
  return {
    own: here.filter(({ accountId }) => accountId === account.id),
    others: here.filter((order) => order.accountId !== account.id && isOpen(order)),
    left: paid.filter(({ accountId }) => accountId !== account.id),
  }
}

export const useIsSending = () => useStore(offlineQueue.store, ({ isSending }) => isSending)

/** Sends offline sales whenever there is a network, for as long as the till is open. */
export function useOfflineSending(onSettled: () => void): void {
  const { account } = useMe()
  useEffect(() => {
    offlineQueue.follow(account.id)
    return () => offlineQueue.unfollow(account.id)
  }, [account.id])
  const unsentCount = useStore(
    orderBook.store,
    () =>
      orderBook
        .select(isOffline)
        .filter(({ accountId, state }) => accountId === account.id && state === 'WAITING').length,
  )
  useEffect(() => noteUnsent(unsentCount), [unsentCount])
  useEffect(() => {
    const openCount = () => orderBook.select(isOffline).filter(isOpen).length
    let before = openCount()
    return orderBook.store.subscribe(() => {
      const present = openCount()
      if (present < before) onSettled()
      before = present
    })
  }, [onSettled])
}
