import type { Dashboard } from '@mostrador/client'
import { ColumnChart } from '../../../ui/charts/column-chart.tsx'
import { formatPesos, formatShortPesos } from '../../../ui/format/money.ts'
import { EmptyTill } from '../../../ui/illustrations/scenes.tsx'
import { Panel } from '../../../ui/parts/panel.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { hoursOf } from './comparison.ts'
import { dashboardTexts } from './texts.ts'

type HourLine = Pick<Dashboard['byHour'][number], 'hour' | 'totalCentavos' | 'vasAmountCentavos'> &
  Partial<Dashboard['byHour'][number]>

/** Sales by hour, compared with the same day of last week when there is data. */
export function DayByHour({ lines }: { lines: readonly HourLine[] }) {
  const t = useWords(dashboardTexts)
  const isCompared = lines.some(({ lastWeekTotalCentavos }) => lastWeekTotalCentavos !== undefined)
  if (lines.length === 0) {
    return (
      <Panel title={t('byHour')}>
        <EmptyState picture={<EmptyTill />} title={t('quiet')} hint={t('quietHint')} />
      </Panel>
    )
  }
  const byHour = new Map(lines.map((line) => [line.hour, line]))
  return (
    <Panel title={t('byHour')}>
      <ColumnChart
        label={t('byHour')}
        series={[
          { label: t('goods'), color: 'var(--chart-1)' },
          { label: t('services'), color: 'var(--chart-2)' },
        ]}
        {...(isCompared && { before: t('lastWeek') })}
        columns={hoursOf(lines).map((hour) => {
          const line = byHour.get(hour)
          return {
            key: hour,
            tick: hour,
            name: t('hour', { hour }),
            values: [line?.totalCentavos ?? 0, line?.vasAmountCentavos ?? 0],
            ...(isCompared && {
              before: (line?.lastWeekTotalCentavos ?? 0) + (line?.lastWeekVasAmountCentavos ?? 0),
            }),
          }
        })}
        format={formatPesos}
        formatTick={(value) => formatShortPesos(Math.round(value))}
      />
    </Panel>
  )
}
