import { Box, type FloatingPosition } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { later } from './later.tsx'

const Bubble = later(async () => (await import('./hint-bubble.tsx')).HintBubble)

interface Props {
  /** The tooltip's text; `null` shows none. */
  label: string | null
  position?: FloatingPosition
  /** A single element. */
  children: ReactNode
}

/** A tooltip on hover, touch or focus. Its code is larger than most pages, so it loads on first use. */
export function Hint({ label, position = 'top', children }: Props) {
  const [target, setTarget] = useState<Element | null>(null)
  const hide = () => setTarget(null)
  // The same wrapper with and without a tooltip, so that its child keeps the focus. It only listens: the child has the
  // role and the focus.
  return (
    <Box
      component="span"
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
    </Box>
  )
}
