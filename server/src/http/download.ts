import type { TableFile, TableFormat } from '../spreadsheet/table.ts'
import { ok, type Reply } from './route.ts'

const contentTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file to save, not to display. */
export function download({ bytes, format, fileName }: TableFile): Reply {
  return ok(bytes, {
    'content-type': contentTypes[format],
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'private, no-store',
  })
}
