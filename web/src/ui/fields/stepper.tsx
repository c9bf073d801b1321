import { UnstyledButton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './stepper.module.css'

interface Props {
  /** What a press takes away, and adds, in words. */
  less: string
  more: string
  /** Absent at the least or most. */
  onLess?: (() => void) | undefined
  onMore?: (() => void) | undefined
  /** The number, or its field. */
  children: ReactNode
}

/** A number that is changed one by one by touch. */
export function Stepper({ less, more, onLess, onMore, children }: Props) {
  return (
    <span className={classes['stepper']}>
      <UnstyledButton
        className={classes['step']}
        aria-label={less}
        disabled={onLess === undefined}
        onClick={onLess}
      >
        <IconMinus size={18} aria-hidden="true" />
      </UnstyledButton>
      {children}
      <UnstyledButton
        className={classes['step']}
        aria-label={more}
        disabled={onMore === undefined}
        onClick={onMore}
      >
        <IconPlus size={18} aria-hidden="true" />
      </UnstyledButton>
    </span>
  )
}
