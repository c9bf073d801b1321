import type { KeyboardEvent } from 'react'

/**
 * Moves the focus in a grid of buttons by arrow keys. "Down" is measured in the layout, so it works with any
 * number of columns.
 */
export function walkGrid(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: 'x-', ArrowRight: 'x+', ArrowUp: 'y-', ArrowDown: 'y+' }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const current = buttons.findIndex((button) => button.matches(':focus'))
  const from = buttons[current]
  if (from === undefined) return
  const next = step.startsWith('x')
    ? buttons[current + (step === 'x+' ? 1 : -1)]
    : nearest(from, buttons, step === 'y+' ? 1 : -1)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function nearest(from: HTMLElement, buttons: readonly HTMLElement[], direction: 1 | -1) {
  const here = from.getBoundingClientRect()
  const rows = buttons.filter((button) => (button.getBoundingClientRect().top - here.top) * direction > 8)
  const distance = (button: HTMLElement) => {
    const there = button.getBoundingClientRect()
    return Math.abs(there.top - here.top) * 10 + Math.abs(there.left - here.left)
  }
  return rows.toSorted((a, b) => distance(a) - distance(b))[0]
}
