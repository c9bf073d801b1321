import type { ReactNode } from 'react'
import type { Tone } from '../illustrations/picture.tsx'
import classes from './status-chip.module.css'

/** A state in a word, with its tone; the dot or icon says it without colour. */
export function StatusChip(props: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  const { tone, icon, children } = props
  return (
    <span className={classes['chip']} data-tone={tone}>
      {icon ?? <span className={classes['dot']} aria-hidden="true" />}
      {children}
    </span>
  )
}
