import { type ReactNode, useEffect, useRef } from 'react'
import { walkGrid } from '../keys/arrow-keys.ts'

interface Props {
  label: string
  className: string | undefined
  /** Changes when other tiles take the place of these. */
  contents: string
  children: ReactNode
}

/**
 * Tiles to pick from, with arrow keys as well. When they take the place of what had the focus, the
 * first one receives it, so that the keyboard goes on from there.
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
