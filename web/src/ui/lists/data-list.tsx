import { Button, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, Suspense, use } from 'react'
import { ErrorState, RowSkeletons } from '../parts/states.tsx'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'
import type { Column, RecordTableProps, RowSelection } from './record-table.tsx'

/** The part of a query that lists use; TanStack's infinite queries fit. */
export interface Listing<T> {
  data: T[] | undefined
  error: Error | null
  isPending: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface Props<T> {
  listing: Listing<T>
  columns: Column<T>[]
  idOf: (row: T) => string
  /** Shown when there are no records. */
  empty: ReactNode
  describeError: (error: Error) => { title: string; hint?: string | undefined }
  onOpen?: ((row: T) => void) | undefined
  /** Rows can be selected for actions on all of them. */
  selection?: RowSelection<T> | undefined
  label: string
}

/** A list of records with its loading, error, empty and filled states. */
export function DataList<T>(props: Props<T>) {
  const { listing, columns, empty, describeError, onOpen } = props
  const { data, error } = listing
  if (data === undefined && error !== null) {
    return (
      <Paper shadow="none" withBorder>
        <ErrorState {...describeError(error)} onRetry={() => listing.refetch()} />
      </Paper>
    )
  }
  if (data === undefined) {
    return (
      <Paper withBorder>
        <RowSkeletons />
      </Paper>
    )
  }
  const foot = <Foot listing={listing} describeError={describeError} />
  if (data.length === 0) {
    return (
      <>
        <Paper withBorder>{empty}</Paper>
        {foot}
      </>
    )
  }
  return (
    <section aria-label={props.label}>
      <Suspense
        fallback={
          <Paper withBorder>
            <RowSkeletons />
          </Paper>
        }
      >
        <Rows
          records={data}
          columns={columns}
          idOf={props.idOf}
          onOpen={onOpen}
          selection={props.selection}
        />
      </Suspense>
      {foot}
    </section>
  )
}

/** The button for more records; beside it, why the last load failed: of more, or of those that are shown. */
function Foot<T>({ listing, describeError }: Pick<Props<T>, 'listing' | 'describeError'>) {
  const t = useWords(uiTexts)
  const { error, hasNextPage } = listing
  if (error === null && !hasNextPage) return null
  return (
    <Group justify="center" mt="md">
      {error !== null && (
        <Text c="red" role="alert">
          {describeError(error).title}
        </Text>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          loading={listing.isFetchingNextPage}
          onClick={() => listing.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </Group>
  )
}

let tableModule: Promise<typeof import('./record-table.tsx')> | undefined

/** The table is loaded after the page; skeletons take its place. A failed load can be retried. */
function Rows<T>(props: RecordTableProps<T>) {
  tableModule ??= import('./record-table.tsx')
  tableModule.catch(() => {
    tableModule = undefined
  })
  const { RecordTable } = use(tableModule)
  return <RecordTable {...props} />
}
