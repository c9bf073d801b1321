import { Code, Modal, Table, Text } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import type { AuditEntry } from '../api/types.ts'
import { DataList, type Listing } from '../ui/data-list.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { EmptyBook } from '../ui/illustrations/scenes.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useProblemWords } from './problem-words.ts'
import { sessionTexts } from './texts.ts'
import { useSessionWords } from './words.ts'

type Entry = Pick<
  AuditEntry,
  'id' | 'at' | 'action' | 'entity' | 'entityId' | 'before' | 'after' | 'userName'
>

/** Who did what and when, newest first; a row opens what it changed. */
export function AuditList({ listing, label }: { listing: Listing<Entry>; label: string }) {
  const t = useSessionWords()
  const words = useProblemWords()
  const actionWords = useActionWords()
  const [opened, setOpened] = useState<Entry | null>(null)
  const columns: DataTableColumn<Entry>[] = [
    { accessor: 'at', title: t('auditWhen'), width: 190, render: ({ at }) => formatDateTime(at) },
    { accessor: 'userName', title: t('auditWho'), render: ({ userName }) => userName ?? t('auditSystem') },
    { accessor: 'action', title: t('auditWhat'), render: (entry) => actionWords(entry) },
    { accessor: 'entity', title: t('auditThing'), render: (entry) => <Thing entry={entry} /> },
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
        empty={<EmptyState picture={<EmptyBook />} title={t('auditEmpty')} hint={t('auditEmptyHint')} />}
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
  const t = useSessionWords()
  return ({ action }: Entry) => {
    const key = action.replaceAll('.', '_')
    return Object.hasOwn(sessionTexts.action, key)
      ? t(`action.${key as keyof typeof sessionTexts.action}`)
      : action
  }
}

function Thing({ entry }: { entry: Entry }) {
  const t = useSessionWords()
  const name = Object.hasOwn(sessionTexts.entity, entry.entity)
    ? t(`entity.${entry.entity as keyof typeof sessionTexts.entity}`)
    : entry.entity
  return (
    <Text span size="sm" c="dimmed">
      {name} {entry.entityId?.slice(-6)}
    </Text>
  )
}

function Changes({ entry }: { entry: Entry }) {
  const t = useSessionWords()
  const before = fieldsOf(entry.before)
  const after = fieldsOf(entry.after)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <>
      <Text c="dimmed" mb="md">
        {formatDateTime(entry.at)} · {entry.userName ?? t('auditSystem')}
      </Text>
      {names.length === 0 ? (
        <Text>{t('auditNoDetail')}</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('auditField')}</Table.Th>
              <Table.Th>{t('auditBefore')}</Table.Th>
              <Table.Th>{t('auditAfter')}</Table.Th>
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
