import { Button, Code, Group, Table, Text } from '@mantine/core'
import type { AuditEntry } from '@mostrador/client'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { useProblemWords } from '../../problems/problem-words.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { EmptyBook, NothingFound } from '../../ui/illustrations/scenes.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { DataList, type Listing } from '../../ui/lists/data-list.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { auditTexts } from './texts.ts'

type Entry = Pick<
  AuditEntry,
  'id' | 'at' | 'action' | 'entity' | 'entityId' | 'before' | 'after' | 'userId' | 'userName' | 'merchantId'
>

/** A filter taken from an entry. */
export type Narrowing = { userId: string } | { merchantId: string } | { entity: string; entityId: string }

interface Props {
  listing: Listing<Entry>
  label: string
  /** Filters are active, so an empty list means no match. */
  isNarrowed?: boolean
  /** All entries are of one merchant, which is then no filter. */
  isOfOneMerchant?: boolean
  onNarrow: (to: Narrowing) => void
}

/** Audit entries, newest first; a row opens its changes. */
export function AuditList({ listing, label, isNarrowed = false, isOfOneMerchant = false, onNarrow }: Props) {
  const t = useWords(auditTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const actionWords = useActionWords()
  const [opened, setOpened] = useState<Entry | null>(null)
  const columns: DataTableColumn<Entry>[] = [
    { accessor: 'at', title: t('when'), width: 190, render: ({ at }) => formatDateTime(at) },
    { accessor: 'userName', title: t('who'), render: ({ userName }) => userName ?? t('system') },
    { accessor: 'action', title: t('what'), render: ({ action }) => actionWords(action) },
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
        empty={
          isNarrowed ? (
            <EmptyState picture={<NothingFound />} title={tUi('noMatches')} hint={tUi('noMatchesHint')} />
          ) : (
            <EmptyState picture={<EmptyBook />} title={t('empty')} hint={t('emptyHint')} />
          )
        }
      />
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        size="lg"
        title={opened === null ? '' : actionWords(opened.action)}
      >
        {opened !== null && <Changes entry={opened} />}
        {opened !== null && (
          <Narrowings
            entry={isOfOneMerchant ? { ...opened, merchantId: null } : opened}
            onNarrow={(to) => {
              setOpened(null)
              onNarrow(to)
            }}
          />
        )}
      </Modal>
    </>
  )
}

/** An action in words; its name when it has none yet. */
export function useActionWords() {
  const t = useWords(auditTexts)
  return (action: string) => {
    const key = action.replaceAll('.', '_')
    return Object.hasOwn(auditTexts.action, key)
      ? t(`action.${key as keyof typeof auditTexts.action}`)
      : action
  }
}

export function useEntityWords() {
  const t = useWords(auditTexts)
  return (entity: string) =>
    Object.hasOwn(auditTexts.entity, entity)
      ? t(`entity.${entity as keyof typeof auditTexts.entity}`)
      : entity
}

function Thing({ entry }: { entry: Entry }) {
  const entityWords = useEntityWords()
  return (
    <Text span size="sm" c="dimmed">
      {entityWords(entry.entity)} {entry.entityId?.slice(-6)}
    </Text>
  )
}

/** Filters the list to entries that share something with this one. */
function Narrowings({ entry, onNarrow }: { entry: Entry; onNarrow: (to: Narrowing) => void }) {
  const t = useWords(auditTexts)
  const { userId, userName, entity, entityId, merchantId } = entry
  const all: [label: string, to: Narrowing | null][] = [
    [t('allOfPerson', { name: userName ?? t('somebody') }), userId === null ? null : { userId }],
    [t('allOfRecord'), entityId === null ? null : { entity, entityId }],
    [t('allOfMerchant'), merchantId === null ? null : { merchantId }],
  ]
  return (
    <Group mt="lg" gap="sm">
      {all.map(
        ([label, to]) =>
          to !== null && (
            <Button key={label} variant="light" size="compact-md" onClick={() => onNarrow(to)}>
              {label}
            </Button>
          ),
      )}
    </Group>
  )
}

/** Who did it and when, and each value before and after. */
export function Changes({ entry }: { entry: Pick<Entry, 'at' | 'userName' | 'before' | 'after'> }) {
  const t = useWords(auditTexts)
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
            {names.map((name) => {
              const [was, is] = [valueText(before[name]), valueText(after[name])]
              return (
                <Table.Tr key={name} {...(was === is && { c: 'dimmed' })}>
                  <Table.Td>
                    <Code>{name}</Code>
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{was}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }} {...(was !== is && { fw: 600 })}>
                    {is}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

/** The changed values by path. For a nested change only the changed members are shown. */
function fieldsOf(value: unknown, path = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return path === '' ? {} : { [path]: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, each]) => fieldsOf(each, path === '' ? name : `${path}.${name}`)),
  )
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
