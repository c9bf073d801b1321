import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { noteUnsent } from '../../session/account/unsent.ts'
import { useMe } from '../../session/me/me.ts'
import {
  isOffline,
  isOpen,
  isUnanswered,
  type OfflineOrder,
  type Order,
  type UnansweredPayment,
} from '../selling/orders/order.ts'
import { offlineQueue, orderBook } from '../selling/till/till.ts'

/**
 * A store's unsettled offline sales on this device, the person's own and those that others left, and the payments without an
 * answer that others left.
 */
export function useOfflineOrders(storeId: string): {
  own: readonly OfflineOrder[]
  others: readonly OfflineOrder[]
  left: readonly UnansweredPayment[]
} {
  const { account } = useMe()
  const isHere = (order: OfflineOrder | UnansweredPayment) => order.storeId === storeId
  const isOwn = ({ accountId }: Order) => accountId === account.id
  return {
    own: useSelected((order): order is OfflineOrder => isOffline(order) && isHere(order) && isOwn(order)),
    others: useSelected(
      (order): order is OfflineOrder => isOffline(order) && isHere(order) && !isOwn(order) && isOpen(order),
    ),
    left: useSelected(
      (order): order is UnansweredPayment => isUnanswered(order) && isHere(order) && !isOwn(order),
    ),
  }
}

function useSelected<T extends Order>(isMeant: (order: Order) => order is T): readonly T[] {
  return useStore(
    orderBook.store,
    useShallow(() => orderBook.select(isMeant)),
  )
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
