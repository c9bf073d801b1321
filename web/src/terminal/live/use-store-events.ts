import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type StoreEvent, useEventStream } from '../../api/live-events.ts'

const listeners = new Set<(event: StoreEvent) => void>()

/**
 * Subscribes to the store's events while the till is open, and refetches what they concern. Use
 * `useStoreEvent` to receive single events.
 * @returns whether the stream is open
 */
export function useStoreEvents(storeId: string | null): boolean {
  const queryClient = useQueryClient()
  return useEventStream(storeId, (event) => {
    for (const key of event === null ? keys : keysOf(event.type))
      void queryClient.invalidateQueries({ queryKey: [key] })
    if (event !== null) for (const listener of listeners) listener(event)
  })
}

/** Calls `onEvent` for each event of the store. */
export function useStoreEvent(onEvent: (event: StoreEvent) => void): void {
  const tell = useEffectEvent(onEvent)
  useEffect(() => {
    const listener = (event: StoreEvent) => tell(event)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}

const keys = ['sales', 'orders', 'shift', 'carts', 'approvals', 'offline_sales'] as const

function keysOf(type: string): readonly string[] {
  if (type.startsWith('vas.sale.')) return ['sales']
  if (type.startsWith('sale.')) return ['orders']
  if (type.startsWith('offline_sale.')) return ['offline_sales', 'orders', 'shift']
  if (type.startsWith('shift.')) return ['shift']
  if (type.startsWith('approval.')) return ['approvals', 'carts']
  if (type === 'theme.changed') return ['theme']
  return []
}
