import { type ReactNode, useEffect, useRef } from 'react'
import { walkGrid } from '../keys/arrow-keys.ts'

interface Props {
  label: string
  className: string | undefined
  children: ReactNode
}

/**
 * A grid of tiles that also works with arrow keys. Give it a `key` that changes when other tiles replace
 * these: if one of the old ones had the focus, the first new one takes it, so that the keyboard keeps working.
 */
export function TileGrid({ label, className, children }: Props) {
  const grid = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      grid.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true })
  }, [])
  return (
    <fieldset ref={grid} className={className} aria-label={label} onKeyDown={walkGrid}>
      {children}
    </fieldset>
  )
}
