import type { ReactNode } from 'react'
import classes from './charts.module.css'

interface Share {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly shown: ReactNode
  readonly color: string
}

const radius = 42
const around = 2 * Math.PI * radius

/** Parts of a whole as a ring with a legend. Negative parts have no arc. */
export function ShareRing({
  shares,
  label,
  whole,
}: {
  shares: readonly Share[]
  label: string
  whole: ReactNode
}) {
  const total = shares.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  let before = 0
  const arcs = shares
    .filter(({ value }) => value > 0)
    .map(({ key, value, color }) => {
      const arc = { key, color, length: (value / total) * around, offset: before }
      before += arc.length
      return arc
    })
  return (
    <div className={classes['shares']}>
      <div className={classes['ring']} aria-hidden="true">
        <svg viewBox="0 0 100 100" width="100%">
          <title>{label}</title>
          <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--surface-sunken)" strokeWidth="13" />
          {arcs.map(({ key, color, length, offset }) => (
            <circle
              key={key}
              cx="50"
              cy="50"
              r={radius}
              fill="none"
              stroke={color}
              strokeWidth="13"
              strokeDasharray={`${Math.max(0, length - (arcs.length > 1 ? 1.5 : 0))} ${around}`}
              strokeDashoffset={-offset}
              transform="rotate(-90 50 50)"
            />
          ))}
        </svg>
        <strong className="figures">{whole}</strong>
      </div>
      <ul className={classes['shareList']} aria-label={label}>
        {shares.map(({ key, label: name, value, shown, color }) => (
          <li key={key}>
            <i aria-hidden="true" style={{ background: color }} />
            <span>{name}</span>
            <strong className="figures">{shown}</strong>
            <span className={classes['percent']}>
              {total === 0 ? '' : `${Math.round((Math.max(0, value) / total) * 100)} %`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
