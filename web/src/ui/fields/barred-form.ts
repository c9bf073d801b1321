import { useEffect, useRef } from 'react'

/**
 * Keeps a form from being sent while this field cannot be read. Where the field is optional, the form would be sent as if it
 * were empty. Forms of records check their fields themselves instead of leaving it to the browser, so the event is stopped
 * before they receive it.
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
