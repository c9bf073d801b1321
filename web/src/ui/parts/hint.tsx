import type { FloatingPosition } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { later } from './later.tsx'

const Bubble = later(async () => (await import('./hint-bubble.tsx')).HintBubble)

interface Props {
  /** What the bubble says; `null`: nothing, and there is no bubble. */
  label: string | null
  position?: FloatingPosition
  /** One element. */
  children: ReactNode
}

/**
 * Words that appear beside a thing while it is pointed at, touched or in focus. What draws them weighs more than
 * most pages, so it comes when the first of them is wanted.
 */
export function Hint({ label, position = 'top', children }: Props) {
  const [target, setTarget] = useState<Element | null>(null)
  const hide = () => setTarget(null)
  // The same frame with words and without: what is in it keeps the focus when they come and go.
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches its child, which is what is pointed at and in focus
    <span
      role="presentation"
      style={{ display: 'contents' }}
      onMouseEnter={(event) => setTarget(event.currentTarget.firstElementChild)}
      onMouseLeave={hide}
      onFocus={(event) => setTarget(event.currentTarget.firstElementChild)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {label !== null && target instanceof HTMLElement && (
        <Bubble target={target} label={label} position={position} />
      )}
    </span>
  )
}
