import { Paper, SimpleGrid, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AreaChart } from '../../../ui/charts/area-chart.tsx'
import { daysAfter, daysBetween, startOfDay } from '../../../ui/format/calendar-days.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyTill } from '../../../ui/illustrations/scenes.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { summaryTexts } from './texts.ts'

interface Props {
  figures: readonly [label: string, value: ReactNode][]
  /** Amounts by day, in centavos; a day may appear more than once. */
  days: readonly { day: string; amountCentavos: number }[]
  /** Both days are included, `YYYY-MM-DD`. */
  span: { from: string; to: string }
  topMerchants: readonly { merchant: { id: string; name: string }; count: number; amountCentavos: number }[]
}

/** The totals, their course by day, and the merchants with the most. */
export function SummaryCard({ figures, days, span, topMerchants }: Props) {
  const t = useWords(summaryTexts)
  if (days.length === 0) {
    return (
      <Paper withBorder>
        <EmptyState picture={<EmptyTill />} title={t('empty')} hint={t('emptyHint')} />
      </Paper>
    )
  }
  return (
    <Paper withBorder p="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="lg">
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text c="dimmed" fw={600}>
              {label}
            </Text>
            <Text fz={26} fw={700} className="figures">
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <AreaChart points={sumsByDay(days, span)} format={formatPesos} />
      <Title order={3} mt="lg" mb="sm">
        {t('top')}
      </Title>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('merchant')}</Table.Th>
              <Table.Th ta="right">{t('count')}</Table.Th>
              <Table.Th ta="right">{t('amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {topMerchants.map(({ merchant, count, amountCentavos }) => (
              <Table.Tr key={merchant.id}>
                <Table.Td>{merchant.name}</Table.Td>
                <Table.Td ta="right" className="figures">
                  {count.toLocaleString('es-MX')}
                </Table.Td>
                <Table.Td ta="right" className="figures">
                  {formatPesos(amountCentavos)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

/** The total of every day of the span, including days without sales; the last one counts until midnight. */
function sumsByDay(days: Props['days'], { from, to }: Props['span']) {
  const sums = new Map<string, number>()
  for (const { day, amountCentavos } of days) sums.set(day, (sums.get(day) ?? 0) + amountCentavos)
  const point = (day: string, value: number) => ({ atMs: startOfDay(day).getTime(), value })
  const points = daysBetween(from, to).map((day) => point(day, sums.get(day) ?? 0))
  return [...points, point(daysAfter(to, 1), points.at(-1)?.value ?? 0)]
}
