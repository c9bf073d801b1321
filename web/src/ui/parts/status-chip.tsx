import type { ReactNode } from 'react'
import type { Tone } from '../illustrations/picture.tsx'
import classes from './status-chip.module.css'

/** A state as a word in its tone; a dot or icon conveys it without color. */
export function StatusChip(props: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  const { tone, icon, children } = props
  return (
    <span className={classes['chip']} data-tone={tone}>
      {icon ?? <span className={classes['dot']} aria-hidden="true" />}
      {children}
    </span>
  )
}
