import type { OpenWorkbook } from '../../spreadsheet/workbook.ts'
import { openCsv } from './open-csv.ts'
import { isArchive, openWorkbook } from './open-workbook.ts'

/** Opens an .xlsx workbook or, otherwise, CSV; detected from the content and not from the file name. */
export const openTable: OpenWorkbook = async (file) => (isArchive(file) ? openWorkbook(file) : openCsv(file))
