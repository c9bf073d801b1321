import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { DayField } from '../../../ui/fields/day-field.tsx'
import { daysAgo } from '../../../ui/format/calendar-days.ts'
import { useWords } from '../../../ui/words/words.ts'
import { nameOfPeriod, type Period, type PeriodName, periodNames, periodOf } from './period.ts'
import { reportTexts } from './texts.ts'

const other = 'other'

/** Picks a named period, or a first and a last day. */
export function PeriodPicker({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const t = useWords(reportTexts)
  const [isOther, setIsOther] = useState(false)
  const name = nameOfPeriod(period)
  const isOpen = isOther || name === undefined
  const today = daysAgo(0)
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={t('period')}
        value={isOpen ? other : name}
        data={[...periodNames, other].map((each) => ({
          value: each,
          label: t(`periods.${each as PeriodName | typeof other}`),
        }))}
        onChange={({ currentTarget: { value } }) => {
          setIsOther(value === other)
          if (value !== other) onChange(periodOf(value as PeriodName))
        }}
      />
      {isOpen && (
        <>
          <DayField
            label={t('from')}
            value={period.from}
            max={today}
            onDay={(from) => from !== '' && onChange({ from, to: from > period.to ? from : period.to })}
          />
          <DayField
            label={t('to')}
            value={period.to}
            max={today}
            onDay={(to) => to !== '' && onChange({ from: to < period.from ? to : period.from, to })}
          />
        </>
      )}
    </Group>
  )
}
