import { DataTable, type DataTableColumn } from 'mantine-datatable'
import type { KeyboardEvent } from 'react'
import 'mantine-datatable/styles.css'

/** The rows selected for a common action. */
export interface RowSelection<T> {
  selected: readonly T[]
  onSelect: (selected: T[]) => void
  labelOf: (row: T) => string
  labelOfAll: string
}

export interface RecordTableProps<T> {
  records: T[]
  columns: DataTableColumn<T>[]
  idOf: (row: T) => string
  /** Opens a row on click or Enter; absent when rows cannot be opened. */
  onOpen: ((row: T) => void) | undefined
  selection?: RowSelection<T> | undefined
}

export function RecordTable<T>({ records, columns, idOf, onOpen, selection }: RecordTableProps<T>) {
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
      {...(selection !== undefined && {
        selectedRecords: [...selection.selected],
        onSelectedRecordsChange: selection.onSelect,
        getRecordSelectionCheckboxProps: (row: T) => ({ 'aria-label': selection.labelOf(row) }),
        allRecordsSelectionCheckboxProps: { 'aria-label': selection.labelOfAll },
      })}
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
