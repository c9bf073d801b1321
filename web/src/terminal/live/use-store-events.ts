import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

/** A live event of a store. */
export interface StoreEvent {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

const reopenMs = 5000
const listeners = new Set<(event: StoreEvent) => void>()

/**
 * Subscribes to the store's events while the till is open, and refetches what they concern. Use
 * `useStoreEvent` to receive single events.
 * @returns whether the stream is open
 */
export function useStoreEvents(storeId: string | null): boolean {
  const queryClient = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    if (storeId === null) return
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      source = new EventSource(`/events?storeId=${storeId}`)
      source.addEventListener('ready', (event) => {
        setIsLive(true)
        if (!readResumed(event.data))
          for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] })
      })
      source.onmessage = ({ data }) => {
        const event = readEvent(data)
        if (event === null) return
        for (const key of keysOf(event.type)) void queryClient.invalidateQueries({ queryKey: [key] })
        for (const listener of listeners) listener(event)
      }
      source.onerror = () => {
        setIsLive(false)
        // After a refusal the browser does not reconnect by itself.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
      }
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
      setIsLive(false)
    }
  }, [storeId, queryClient])
  return isLive
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

function readEvent(data: unknown): StoreEvent | null {
  try {
    const event = JSON.parse(String(data)) as StoreEvent
    return typeof event.type === 'string' ? event : null
  } catch {
    return null
  }
}

function readResumed(data: unknown): boolean {
  try {
    return (JSON.parse(String(data)) as { isResumed?: boolean }).isResumed === true
  } catch {
    return false
  }
}
