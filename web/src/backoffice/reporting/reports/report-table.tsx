import { Anchor, Table, Text } from '@mantine/core'
import type { SalesReport } from '@mostrador/client'
import { formatCalendarDay } from '../../../ui/format/dates.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { useWords } from '../../../ui/words/words.ts'
import { measured, measuresOf, rowName } from './measures.ts'
import { reportTexts } from './texts.ts'

interface Props {
  report: SalesReport
  /** Opens the hours of a day. */
  onOpenDay: (day: string) => void
}

/** Every line of a report, with totals at the end. */
export function ReportTable({ report, onOpenDay }: Props) {
  const t = useWords(reportTexts)
  const { by, rows, rowCount, totals } = report
  // Hide columns that are zero in every line.
  const measures = measuresOf[by].filter((measure) => rows.some((row) => (row[measure] ?? 0) !== 0))
  return (
    <>
      <Table.ScrollContainer minWidth={measures.length * 96 + 160}>
        <Table highlightOnHover verticalSpacing="xs" aria-label={t('table')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`bys.${by}`)}</Table.Th>
              {measures.map((measure) => (
                <Table.Th key={measure} ta="right">
                  {t(`measure.${measure}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Th scope="row" fw={500}>
                  {by === 'day' ? (
                    <Anchor
                      component="button"
                      type="button"
                      aria-label={t('openDay', { day: formatCalendarDay(row.key) })}
                      onClick={() => onOpenDay(row.key)}
                    >
                      {rowName(t, by, row)}
                    </Anchor>
                  ) : (
                    rowName(t, by, row)
                  )}
                </Table.Th>
                {measures.map((measure) => (
                  <Table.Td key={measure} ta="right" className="figures">
                    {measured(row, measure)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('total')}</Table.Th>
              {measures.map((measure) => (
                <Table.Th key={measure} ta="right" className="figures">
                  {measured(totals, measure)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
      {rowCount > rows.length && (
        <Text c="dimmed" size="sm" mt="sm">
          {t('cut', { shown: formatQuantity(rows.length), total: formatQuantity(rowCount) })}
        </Text>
      )}
    </>
  )
}
