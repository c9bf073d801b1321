import type { OpenWorkbook } from '../../spreadsheet/workbook.ts'
import { openCsv } from './open-csv.ts'
import { isArchive, openWorkbook } from './open-workbook.ts'

/** Opens an .xlsx workbook or, when it is none, CSV: by what the file holds and not by what it is called. */
export const openTable: OpenWorkbook = async (file) => (isArchive(file) ? openWorkbook(file) : openCsv(file))
