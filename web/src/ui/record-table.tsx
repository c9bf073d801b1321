import { DataTable, type DataTableColumn } from 'mantine-datatable'
import type { KeyboardEvent } from 'react'
import 'mantine-datatable/styles.css'

export interface RecordTableProps<T> {
  records: T[]
  columns: DataTableColumn<T>[]
  idOf: (row: T) => string
  /** Opens a row, by pointer or by Enter; absent: rows are only read. */
  onOpen: ((row: T) => void) | undefined
}

export function RecordTable<T>({ records, columns, idOf, onOpen }: RecordTableProps<T>) {
  return (
    <DataTable<T>
      withTableBorder
      styles={{ table: { whiteSpace: 'nowrap' } }}
      borderRadius="lg"
      verticalSpacing="sm"
      horizontalSpacing="md"
      highlightOnHover={onOpen !== undefined}
      idAccessor={(row) => idOf(row)}
      columns={columns}
      records={records}
      {...(onOpen !== undefined && {
        onRowClick: ({ record }) => onOpen(record),
        rowStyle: () => ({ cursor: 'pointer' }),
        customRowAttributes: (record: T) => ({
          tabIndex: 0,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(record)
          },
        }),
      })}
    />
  )
}
