import { Button, Center, Paper } from '@mantine/core'
import { DataTable, type DataTableColumn } from 'mantine-datatable'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, RowSkeletons } from './states.tsx'
import 'mantine-datatable/styles.css'

/** What the lists need of a query: TanStack's infinite queries fit. */
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
  columns: DataTableColumn<T>[]
  idOf: (row: T) => string
  /** Shown when there is nothing at all. */
  empty: ReactNode
  describeError: (error: Error) => { title: string; hint?: string | undefined }
  onOpen?: ((row: T) => void) | undefined
  label: string
}

/** A list of records with its four faces: loading, failed, empty, and the rows. */
export function DataList<T>(props: Props<T>) {
  const { listing, columns, empty, describeError, onOpen } = props
  const { t } = useTranslation()
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
  if (data.length === 0) return <Paper withBorder>{empty}</Paper>
  return (
    <section aria-label={props.label}>
      <DataTable<T>
        withTableBorder
        borderRadius="lg"
        verticalSpacing="sm"
        horizontalSpacing="md"
        highlightOnHover={onOpen !== undefined}
        idAccessor={(row) => props.idOf(row)}
        columns={columns}
        records={data}
        {...(onOpen !== undefined && {
          onRowClick: ({ record }) => onOpen(record),
          rowStyle: () => ({ cursor: 'pointer' }),
          customRowAttributes: (record: T) => ({
            tabIndex: 0,
            onKeyDown: (event: React.KeyboardEvent) => {
              if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(record)
            },
          }),
        })}
      />
      {listing.hasNextPage && (
        <Center mt="md">
          <Button
            variant="default"
            loading={listing.isFetchingNextPage}
            onClick={() => listing.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </Center>
      )}
    </section>
  )
}
