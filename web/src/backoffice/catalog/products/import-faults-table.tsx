import { Alert, Button, Center, ScrollArea, Table, Text } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useState } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { type CellFault, cellFaults } from './import-faults.ts'
import { productTexts } from './texts.ts'

const shownAtOnce = 100

/** The faults of a file, cell by cell, or the reason why it could not be read. */
export function ImportFaults({ error }: { error: Error }) {
  const t = useWords(productTexts)
  const words = useProblemWords()
  const [limit, setLimit] = useState(shownAtOnce)
  const faults = cellFaults(error)
  if (faults.length === 0) {
    const { title, hint } = isProblem(error, 'body_too_large') ? { title: t('fileTooLarge') } : words(error)
    return (
      <Alert color="red" role="alert" title={title}>
        {hint}
      </Alert>
    )
  }
  return (
    <>
      <Alert color="red" role="alert" title={t('faultsTitle', { count: faults.length })}>
        {t('faultsHint')}
      </Alert>
      <ScrollArea.Autosize mah={360}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>{t('row')}</Table.Th>
              <Table.Th w={220}>{t('column')}</Table.Th>
              <Table.Th>{t('fault')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.slice(0, limit).map((fault) => (
              <FaultRow key={`${fault.column}${fault.row}${fault.code}`} fault={fault} />
            ))}
          </Table.Tbody>
        </Table>
        {faults.length > limit && (
          <Center p="sm">
            <Button variant="default" onClick={() => setLimit(limit + shownAtOnce)}>
              {t('moreFaults')}
            </Button>
          </Center>
        )}
      </ScrollArea.Autosize>
    </>
  )
}

function FaultRow({ fault: { row, column, field, code, firstRow } }: { fault: CellFault }) {
  const t = useWords(productTexts)
  const isField = (name: string): name is keyof typeof productTexts.field =>
    Object.hasOwn(productTexts.field, name)
  return (
    <Table.Tr>
      <Table.Td className="figures">{row}</Table.Td>
      <Table.Td>
        <Text fw={600} span>
          {column}
        </Text>
        {isField(field) && ` · ${t(`field.${field}`)}`}
      </Table.Td>
      <Table.Td>{t(`faults.${code}`, { firstRow: firstRow ?? '' })}</Table.Td>
    </Table.Tr>
  )
}
