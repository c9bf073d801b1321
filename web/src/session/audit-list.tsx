import { Code, Modal, Table, Text } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import type { AuditEntry } from '../api/types.ts'
import { DataList, type Listing } from '../ui/data-list.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { EmptyBook } from '../ui/illustrations/scenes.tsx'
import { EmptyState } from '../ui/states.tsx'
import { auditTexts } from './audit-texts.ts'
import { useAuditWords } from './audit-words.ts'
import { useProblemWords } from './problem-words.ts'

type Entry = Pick<
  AuditEntry,
  'id' | 'at' | 'action' | 'entity' | 'entityId' | 'before' | 'after' | 'userName'
>

/** Who did what and when, newest first; a row opens what it changed. */
export function AuditList({ listing, label }: { listing: Listing<Entry>; label: string }) {
  const t = useAuditWords()
  const words = useProblemWords()
  const actionWords = useActionWords()
  const [opened, setOpened] = useState<Entry | null>(null)
  const columns: DataTableColumn<Entry>[] = [
    { accessor: 'at', title: t('when'), width: 190, render: ({ at }) => formatDateTime(at) },
    { accessor: 'userName', title: t('who'), render: ({ userName }) => userName ?? t('system') },
    { accessor: 'action', title: t('what'), render: (entry) => actionWords(entry) },
    { accessor: 'entity', title: t('thing'), render: (entry) => <Thing entry={entry} /> },
  ]
  return (
    <>
      <DataList
        label={label}
        listing={listing}
        columns={columns}
        idOf={(entry) => entry.id}
        describeError={words}
        onOpen={setOpened}
        empty={<EmptyState picture={<EmptyBook />} title={t('empty')} hint={t('emptyHint')} />}
      />
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        size="lg"
        title={opened === null ? '' : actionWords(opened)}
      >
        {opened !== null && <Changes entry={opened} />}
      </Modal>
    </>
  )
}

function useActionWords() {
  const t = useAuditWords()
  return ({ action }: Entry) => {
    const key = action.replaceAll('.', '_')
    return Object.hasOwn(auditTexts.action, key)
      ? t(`action.${key as keyof typeof auditTexts.action}`)
      : action
  }
}

function Thing({ entry }: { entry: Entry }) {
  const t = useAuditWords()
  const name = Object.hasOwn(auditTexts.entity, entry.entity)
    ? t(`entity.${entry.entity as keyof typeof auditTexts.entity}`)
    : entry.entity
  return (
    <Text span size="sm" c="dimmed">
      {name} {entry.entityId?.slice(-6)}
    </Text>
  )
}

function Changes({ entry }: { entry: Entry }) {
  const t = useAuditWords()
  const before = fieldsOf(entry.before)
  const after = fieldsOf(entry.after)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <>
      <Text c="dimmed" mb="md">
        {formatDateTime(entry.at)} · {entry.userName ?? t('system')}
      </Text>
      {names.length === 0 ? (
        <Text>{t('noDetail')}</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field')}</Table.Th>
              <Table.Th>{t('before')}</Table.Th>
              <Table.Th>{t('after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <Code>{name}</Code>
                </Table.Td>
                <Table.Td>{valueText(before[name])}</Table.Td>
                <Table.Td fw={600}>{valueText(after[name])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
