import { useEffect, useEffectEvent, useState } from 'react'

/** A live event of a store. */
export interface StoreEvent {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

const reopenMs = 5000

/**
 * Subscribes to a store's live events. `onEvent` gets each, and `null` when the stream may have missed some, so
 * a screen that reloads on it is never out of date for long.
 *
 * @param storeId `null` while no store is chosen
 * @returns whether the stream is open
 */
export function useEventStream(storeId: string | null, onEvent: (event: StoreEvent | null) => void): boolean {
  const [isOpen, setIsOpen] = useState(false)
  const hear = useEffectEvent(onEvent)
  useEffect(() => {
    if (storeId === null) return
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      source = new EventSource(`/events?storeId=${storeId}`)
      source.addEventListener('ready', ({ data }) => {
        setIsOpen(true)
        if (read<{ isResumed: boolean }>(data)?.isResumed !== true) hear(null)
      })
      source.onmessage = ({ data }) => {
        const event = read<StoreEvent>(data)
        if (typeof event?.type === 'string') hear(event as StoreEvent)
      }
      source.onerror = () => {
        setIsOpen(false)
        // After a refusal the browser does not reconnect by itself.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
      }
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
      setIsOpen(false)
    }
  }, [storeId])
  return isOpen
}

/** The same for a screen that reloads after some types of events, and after what it may have missed. */
export const useLiveEvents = (storeId: string, types: readonly string[], onHeard: () => void): boolean =>
  useEventStream(storeId, (event) => {
    if (event === null || types.includes(event.type)) onHeard()
  })

/** A message; `null` when it is none of ours. */
function read<T>(data: unknown): Partial<T> | null {
  try {
    return JSON.parse(String(data)) as Partial<T> | null
  } catch {
    return null
  }
}
