import { Group } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import { type ReactNode, useState } from 'react'
import { useProblemWords } from '../../problems/problem-words.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { NothingFound } from '../../ui/illustrations/scenes.tsx'
import { DataList, type Listing } from '../../ui/lists/data-list.tsx'
import { AddButton } from '../../ui/parts/add-button.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { listSearch, usePageSearch } from '../search/search.ts'

interface Props<T> {
  title: string
  hint: string
  addLabel: string
  /** Why records cannot be changed, in words; `null` when they can. */
  barred: string | null
  addBarred?: string | null
  listing: Listing<T>
  /** Beside the search: which records are listed. */
  filter?: ReactNode
  columns: DataTableColumn<T>[]
  idOf: (row: T) => string
  empty: { picture: ReactNode; title: string; hint: string }
  /** The form of a record; `null` for a new one. */
  form: (record: T | null, close: () => void) => ReactNode
}

/** A searchable list whose records open in a drawer. */
export function RecordList<T>(props: Props<T>) {
  const { barred, listing, empty } = props
  const t = useWords(uiTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(listSearch)
  const [opened, setOpened] = useState<{ record: T | null } | null>(null)
  const add = (
    <AddButton
      reason={props.addBarred === undefined ? barred : props.addBarred}
      onClick={() => setOpened({ record: null })}
    >
      {props.addLabel}
    </AddButton>
  )
  const isSearch = search.q !== undefined
  return (
    <>
      <PageHeader title={props.title} hint={props.hint}>
        {add}
      </PageHeader>
      <Group mb="md" gap="sm">
        <SearchField value={search.q ?? ''} onSearch={(q) => change({ q })} />
        {props.filter}
      </Group>
      <DataList
        label={props.title}
        listing={listing}
        columns={props.columns}
        idOf={props.idOf}
        describeError={words}
        onOpen={barred === null ? (record) => setOpened({ record }) : undefined}
        empty={
          isSearch ? (
            <EmptyState picture={<NothingFound />} title={t('noMatches')} hint={t('noMatchesHint')} />
          ) : (
            <EmptyState {...empty} />
          )
        }
      />
      {opened !== null && props.form(opened.record, () => setOpened(null))}
    </>
  )
}
