import { VisuallyHidden } from '@mantine/core'
import classes from './charts.module.css'
import { ceilingOf, percentOf } from './scale.ts'

export interface Series {
  readonly label: string
  readonly color: string
}

interface Column {
  readonly key: string
  /** The label under the column; '' where the axis would be crowded. */
  readonly tick: string
  /** The label in the table for screen readers. */
  readonly name: string
  /** One value for each of `series`, stacked from zero. */
  readonly values: readonly number[]
  /** The value to compare with, drawn behind. */
  readonly before?: number
}

interface Props {
  label: string
  series: readonly Series[]
  before?: string
  columns: readonly Column[]
  format: (value: number) => string
  formatTick: (value: number) => string
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + Math.max(0, each), 0)

/**
 * Columns of totals, each in front of the value to compare with. Screen readers get the same data as a table.
 */
export function ColumnChart({ label, series, before, columns, format, formatTick }: Props) {
  const end = ceilingOf(
    Math.max(0, ...columns.map(({ values, before = 0 }) => Math.max(sum(values), before))),
  )
  return (
    <figure className={classes['figure']} aria-label={label}>
      <div className={classes['plot']} aria-hidden="true">
        {[1, 0.5, 0].map((part) => (
          <span key={part} className={classes['line']} style={{ bottom: `${part * 100}%` }}>
            <span className={classes['value']}>{formatTick(end * part)}</span>
          </span>
        ))}
        <div className={classes['columns']}>
          {columns.map(({ key, name, values, before: behind }) => (
            <div
              key={key}
              className={classes['column']}
              title={[name, ...values.map((value, n) => `${series[n]?.label}: ${format(value)}`)].join('\n')}
            >
              {behind !== undefined && (
                <span className={classes['behind']} style={{ height: `${percentOf(behind, end)}%` }} />
              )}
              <span className={classes['stack']} style={{ height: `${percentOf(sum(values), end)}%` }}>
                {values.map((value, n) => (
                  <span
                    key={series[n]?.label}
                    style={{ flexGrow: Math.max(0, value), background: series[n]?.color }}
                  />
                ))}
              </span>
            </div>
          ))}
        </div>
      </div>
      <div className={classes['ticks']} aria-hidden="true">
        {columns.map(({ key, tick }) => (
          <span key={key}>{tick}</span>
        ))}
      </div>
      <figcaption className={classes['legend']} aria-hidden="true">
        {series.map((each) => (
          <span key={each.label}>
            <i style={{ background: each.color }} />
            {each.label}
          </span>
        ))}
        {before !== undefined && (
          <span>
            <i className={classes['behindKey']} />
            {before}
          </span>
        )}
      </figcaption>
      <VisuallyHidden component="div">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <td />
              {series.map((each) => (
                <th key={each.label} scope="col">
                  {each.label}
                </th>
              ))}
              {before !== undefined && <th scope="col">{before}</th>}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ key, name, values, before: behind }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {values.map((value, n) => (
                  <td key={series[n]?.label}>{format(value)}</td>
                ))}
                {behind !== undefined && <td>{format(behind)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
