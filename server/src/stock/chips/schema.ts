import {
  closed,
  enumeration,
  Id,
  Instant,
  named,
  nullable,
  page,
  pageQuery,
  UploadedFile,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const ById = Type.Object({ id: Id }, closed)

export const ImportChips = named(
  'ChipImportFile',
  Type.Object(
    {
      storeId: Id,
      productId: Type.String({ format: 'uuid', description: 'A product of the store whose kind is CHIP' }),
      dryRun: Type.Optional(Type.Boolean({ description: 'Validate every row and write nothing' })),
      file: UploadedFile,
    },
    closed,
  ),
)
export type ImportChips = Static<typeof ImportChips>

const carriers = Type.Array(Type.String(), {
  description: 'The first five carriers that the file names; empty unless the whole file was read',
})

export const ChipImport = named(
  'ChipImportResult',
  Type.Object(
    {
      id: nullable(Id),
      storeId: Id,
      productId: Id,
      fileName: Type.String(),
      sheetName: Type.String({ description: 'The sheet that was read: the first visible one' }),
      hiddenSheets: Type.Array(Type.String(), { description: 'Sheets that were not read' }),
      carriers,
      rowCount: Type.Integer({ description: 'Chips in the file' }),
      importedAt: nullable(Instant),
      isDryRun: Type.Boolean(),
    },
    closed,
  ),
)
export type ChipImport = Static<typeof ChipImport>

const run = {
  id: Type.String({
    format: 'uuid',
    description: 'Also the id of its workflow and of the resulting import',
  }),
  storeId: Id,
  productId: Id,
  fileName: Type.String(),
  sheetName: nullable(Type.String()),
  hiddenSheets: Type.Array(Type.String(), { description: 'Sheets that are not read' }),
  carriers,
  isDryRun: Type.Boolean(),
  status: enumeration(
    'ChipImportStatus',
    ['RUNNING', 'CHECKED', 'IMPORTED', 'REFUSED', 'STOPPED'],
    'CHECKED: a dry run without faults; REFUSED: because of the file; STOPPED: because of the sender’s permissions, or by the server',
  ),
  rowsChecked: Type.Integer(),
  rowsTotal: nullable(
    Type.Integer({ description: 'Chips in the file; known once the whole file has been read' }),
  ),
  rowsImported: Type.Integer({ description: 'All are added to stock together' }),
  startedBy: Id,
  startedAt: Instant,
  finishedAt: nullable(Instant),
}

/** The import of a large file. */
export const ChipImportRun = named(
  'ChipImportRun',
  Type.Object(
    {
      ...run,
      problem: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
        description: 'Why nothing was imported: the problem document that a small file would get',
      }),
    },
    closed,
  ),
)
export type ChipImportRun = Static<typeof ChipImportRun>

/** A run in the list of a store: its faults are in the run itself. */
const ListedRun = named(
  'ListedChipImportRun',
  Type.Object(
    {
      ...run,
      problemCode: nullable(
        Type.String({ description: 'Why nothing was imported: the run has its document' }),
      ),
    },
    closed,
  ),
)
export type ListedRun = Static<typeof ListedRun>
export const ChipImportRunPage = page(ListedRun)
export const ChipImportRunQuery = Type.Object({ storeId: Id, ...pageQuery })
export type ChipImportRunQuery = Static<typeof ChipImportRunQuery>

/** All faults that a cell can have; docs/chips.md explains each. */
export type RowFaultCode =
  | 'amount_not_accepted'
  | 'column_repeated'
  | 'date_not_accepted'
  | 'formula_cell'
  | 'iccid_check_digit'
  | 'iccid_format'
  | 'iccid_in_other_store'
  | 'iccid_in_store'
  | 'iccid_missing'
  | 'iccid_numeric_cell'
  | 'iccid_repeated_in_file'
  | 'imsi_not_accepted'
  | 'merged_cell'
  | 'msisdn_not_accepted'
  | 'numeric_cell'
  | 'pin_not_accepted'
  | 'puk_not_accepted'
  | 'text_not_accepted'
  | 'unreadable_cell'

/** One fault of one cell, among the `rows` of `chip_rows_invalid`. */
export interface RowFault {
  /** As spreadsheets count: the first row is 1. */
  readonly row: number
  /** As spreadsheets name it: `A`. */
  readonly column: string
  readonly field: string
  readonly code: RowFaultCode
  /** For a repeated ICCID: the row that has it first. */
  readonly firstRow?: number
}

export const ActivatedChip = named(
  'ActivatedChip',
  Type.Object(
    { id: Id, storeId: Id, productId: Id, iccid: Type.String(), status: Type.String(), activatedAt: Instant },
    closed,
  ),
)
export type ActivatedChip = Static<typeof ActivatedChip>
