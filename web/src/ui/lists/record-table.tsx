import { DataTable, type DataTableColumn } from 'mantine-datatable'
import type { KeyboardEvent } from 'react'
import 'mantine-datatable/styles.css'
import classes from './record-table.module.css'

/** A column of a list. On a phone a row is a card, and the figure stands in its corner. */
export type Column<T> = DataTableColumn<T> & {
  /** The row's price, total or quantity; by default the first column of figures. */
  isFigure?: boolean
}

/** The rows selected for a common action. */
export interface RowSelection<T> {
  selected: readonly T[]
  onSelect: (selected: T[]) => void
  labelOf: (row: T) => string
  labelOfAll: string
}

export interface RecordTableProps<T> {
  records: T[]
  columns: Column<T>[]
  idOf: (row: T) => string
  /** Opens a row on click or Enter; absent when rows cannot be opened. */
  onOpen: ((row: T) => void) | undefined
  selection?: RowSelection<T> | undefined
}

export function RecordTable<T>({ records, columns, idOf, onOpen, selection }: RecordTableProps<T>) {
  return (
    <DataTable<T>
      withTableBorder
      className={classes['list'] ?? ''}
      classNames={{ table: classes['table'] ?? '' }}
      borderRadius="lg"
      verticalSpacing="sm"
      horizontalSpacing="md"
      highlightOnHover={onOpen !== undefined}
      idAccessor={(row) => idOf(row)}
      columns={onCards(columns)}
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

/** The columns, whose cells also say what they are in a card. */
function onCards<T>(columns: Column<T>[]): DataTableColumn<T>[] {
  const isOfFigures = ({ title, textAlign }: Column<T>) => textAlign === 'right' && title !== ''
  const figure = columns.find(({ isFigure }) => isFigure) ?? columns.find(isOfFigures)
  return columns.map((column, at) => {
    const { isFigure: _, width, ...shown } = column
    const part = at === 0 ? 'title' : column === figure ? 'figure' : column.title === '' ? 'actions' : 'fact'
    return {
      ...shown,
      // By a variable, because a card has no columns.
      ...(width !== undefined && { cellsStyle: () => ({ '--column-width': `${width}px` }) }),
      customCellAttributes: (record: T, index: number) => ({
        'data-part': part,
        ...(typeof column.title === 'string' && part === 'fact' && { 'data-label': column.title }),
        // A card leaves out what its record does not have.
        ...(column.render?.(record, index) === '—' && { 'data-absent': true }),
      }),
    }
  })
}
