import type { KeyboardEvent } from 'react'

/**
 * For the `onKeyDown` of a form: Enter in a field moves to the next field, and from the last one to the button that
 * submits, so that nothing is submitted before it was seen. A dialog that is opened from the form has its own Enter.
 */
export function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.form !== form) return
  event.preventDefault()
  const stops = [
    ...form.querySelectorAll<HTMLElement>(
      'input:not(:disabled, [type="radio"]:not(:checked)), button[type="submit"]:not(:disabled)',
    ),
  ]
  const next = stops[stops.indexOf(target) + 1]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
