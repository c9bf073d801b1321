import { type ReactNode, useEffect, useRef } from 'react'
import { walkGrid } from '../keys/arrow-keys.ts'

interface Props {
  label: string
  className: string | undefined
  /** Changes when other tiles replace these. */
  contents: string
  children: ReactNode
}

/**
 * A grid of tiles that also works with arrow keys. When new tiles replace the one in focus, the first of them
 * takes the focus, so that the keyboard keeps working.
 */
export function TileGrid({ label, className, contents, children }: Props) {
  const grid = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect belongs to the change of contents.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      grid.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true })
  }, [contents])
  return (
    <fieldset ref={grid} className={className} aria-label={label} onKeyDown={walkGrid}>
      {children}
    </fieldset>
  )
}
