import { useEffect, useEffectEvent, useState } from 'react'

const reopenMs = 5000

/**
 * Subscribes to a store's live events. `onHeard` is also called when the stream may have missed something, so
 * a screen that reloads on it is never out of date for long.
 *
 * @returns whether the stream is open
 */
export function useLiveEvents(storeId: string, types: readonly string[], onHeard: () => void): boolean {
  const [isOpen, setIsOpen] = useState(false)
  const hear = useEffectEvent((type: string | null) => {
    if (type === null || types.includes(type)) onHeard()
  })
  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      source = new EventSource(`/events?storeId=${storeId}`)
      source.addEventListener('ready', ({ data }) => {
        setIsOpen(true)
        if (!(JSON.parse(data) as { isResumed: boolean }).isResumed) hear(null)
      })
      source.onmessage = ({ data }) => hear((JSON.parse(data) as { type: string }).type)
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
    }
  }, [storeId])
  return isOpen
}
