import { Alert, Table, Text } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useWords } from '../../../ui/words/words.ts'
import type { CellFault, FileFaults } from './faults.ts'
import { chipTexts } from './texts.ts'

const shown = 200

/** The cells to correct, addressed as in the spreadsheet. */
export function CellFaults({ faults: { cells, count } }: { faults: FileFaults }) {
  const t = useWords(chipTexts)
  const listed = cells.slice(0, shown)
  const fieldOf = (field: string) =>
    Object.hasOwn(chipTexts.fields, field) ? t(`fields.${field as keyof typeof chipTexts.fields}`) : field
  const faultOf = ({ code, firstRow }: CellFault) =>
    Object.hasOwn(chipTexts.faultCodes, code)
      ? t(`faultCodes.${code as keyof typeof chipTexts.faultCodes}`, { firstRow: firstRow ?? 0 })
      : t('otherFault')
  return (
    <>
      <Alert color="red" role="alert" icon={<IconTableOff size={22} />} title={t('faults', { count })}>
        {t(count === 0 ? 'noChips' : listed.length === 0 ? 'faultsGone' : 'faultsHint')}
      </Alert>
      {listed.length > 0 && (
        <Table.ScrollContainer minWidth={460} mah={320}>
          <Table aria-label={t('faults', { count })} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('row')}</Table.Th>
                <Table.Th>{t('column')}</Table.Th>
                <Table.Th>{t('fault')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {listed.map((fault) => (
                <Table.Tr key={`${fault.row}${fault.column}${fault.code}`}>
                  <Table.Td className="figures">{fault.row}</Table.Td>
                  <Table.Td>
                    {fault.column} · {fieldOf(fault.field)}
                  </Table.Td>
                  <Table.Td>{faultOf(fault)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {listed.length > 0 && count > listed.length && (
        <Text size="sm" c="dimmed">
          {t('moreFaults', { count: count - listed.length })}
        </Text>
      )}
    </>
  )
}
