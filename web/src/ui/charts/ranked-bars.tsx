import type { ReactNode } from 'react'
import classes from './charts.module.css'
import { percentOf } from './scale.ts'

export interface RankedBar {
  readonly key: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly value: number
  readonly shown: ReactNode
  /** The value to compare with, marked on the bar. */
  readonly before?: number
}

/** Items by size, each with a bar relative to the longest. */
export function RankedBars({ bars, label }: { bars: readonly RankedBar[]; label: string }) {
  const longest = Math.max(0, ...bars.map(({ value, before = 0 }) => Math.max(value, before)))
  return (
    <ol className={classes['ranked']} aria-label={label}>
      {bars.map(({ key, label: name, hint, value, shown, before }) => (
        <li key={key}>
          <div className={classes['rankedWords']}>
            <span className={classes['rankedName']}>{name}</span>
            {hint !== undefined && <span className={classes['rankedHint']}>{hint}</span>}
            <strong className="figures">{shown}</strong>
          </div>
          <div className={classes['track']} aria-hidden="true">
            <span style={{ width: `${percentOf(value, longest)}%` }} />
            {before !== undefined && before > 0 && (
              <i style={{ left: `calc(${percentOf(before, longest)}% - 2px)` }} />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
