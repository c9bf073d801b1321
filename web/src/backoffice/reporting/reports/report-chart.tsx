import type { ReportRow } from '@mostrador/client'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { RankedBars } from '../../../ui/charts/ranked-bars.tsx'
import { ShareRing } from '../../../ui/charts/share-ring.tsx'
import { daysBetween } from '../../../ui/format/calendar-days.ts'
import { formatDayOfMonth } from '../../../ui/format/dates.ts'
import { formatPesos, formatShortPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { hoursOf } from '../dashboard/comparison.ts'
import { goodsCentavos, rowName, servicesCentavos } from './measures.ts'
import type { Period } from './period.ts'
import type { By } from './queries.ts'
import { reportTexts } from './texts.ts'

const barsShown = 10
const ticksShown = 10

interface Props {
  by: By
  period: Period
  rows: readonly ReportRow[]
}

/** The report as a chart: columns over time, a ring for payment methods, bars for everything else. */
export function ReportChart({ by, period, rows }: Props) {
  const t = useWords(reportTexts)
  if (by === 'day') return <Moments by={by} keys={daysBetween(period.from, period.to)} rows={rows} />
  if (by === 'hour')
    return <Moments by={by} keys={hoursOf(rows.map(({ key }) => ({ hour: key })))} rows={rows} />
  const parts = rows.map((row) => ({
    key: row.key,
    label: rowName(t, by, row),
    value: goodsCentavos(by, row) + servicesCentavos(row),
  }))
  if (by === 'method') {
    const whole = parts.reduce((sum, { value }) => sum + value, 0)
    return (
      <ShareRing
        label={t(`bys.${by}`)}
        whole={formatPesos(whole)}
        shares={parts.map((part, n) => ({
          ...part,
          shown: formatPesos(part.value),
          color: `var(--chart-${(n % 4) + 1})`,
        }))}
      />
    )
  }
  return (
    <RankedBars
      label={t(`bys.${by}`)}
      bars={[...parts]
        .sort((a, b) => b.value - a.value)
        .slice(0, barsShown)
        .map((part) => ({ ...part, shown: formatPesos(part.value) }))}
    />
  )
}

function Moments({ by, keys, rows }: { by: 'day' | 'hour'; keys: string[]; rows: readonly ReportRow[] }) {
  const t = useWords(reportTexts)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const step = Math.ceil(keys.length / ticksShown)
  return (
    <ColumnChart
      label={t(`bys.${by}`)}
      series={[
        { label: t('goods'), color: 'var(--chart-1)' },
        { label: t('services'), color: 'var(--chart-2)' },
      ]}
      columns={keys.map((key, n) => {
        const row = byKey.get(key)
        const tick = by === 'day' ? formatDayOfMonth(key) : key
        return {
          key,
          tick: by === 'hour' || n % step === 0 ? tick : '',
          name: rowName(t, by, { key, label: null }),
          values: row === undefined ? [0, 0] : [goodsCentavos(by, row), servicesCentavos(row)],
        }
      })}
      format={formatPesos}
      formatTick={(value) => formatShortPesos(Math.round(value))}
    />
  )
}
