import { useEffect, useRef } from 'react'

/**
 * Where a field may be left empty, its form would be sent as if nothing had been typed, although something was that cannot be
 * read. The form of a record does its own checks instead of the browser's, so the event is stopped before the form hears of it.
 *
 * @returns the field's ref
 */
export function useBarredForm(isBarred: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = field.current?.form
    if (!isBarred || !form) return
    const bar = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      field.current?.focus()
    }
    form.addEventListener('submit', bar, { capture: true })
    return () => form.removeEventListener('submit', bar, { capture: true })
  }, [isBarred])
  return field
}
