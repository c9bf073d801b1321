import { TextDecoder } from 'node:util'
import { CsvError, parse } from 'csv-parse'
import { Problem } from '../../problem/problem.ts'
import type { Cell, Sheet, SheetRow } from '../../spreadsheet/workbook.ts'
import { damaged } from './archive.ts'
import { budget } from './budget.ts'

/** Rows per batch. */
const rowsAtOnce = 500
const recordChars = 100_000

/**
 * Opens text with one record per line as a sheet. It may be UTF-8, or what Excel in Mexico saves
 * (Windows-1252), with commas, semicolons or tabs, whichever is most frequent in the first line.
 *
 * @throws Problem `workbook_unsupported`
 */
export function openCsv(file: Buffer): Sheet {
  const text = decoded(file)
  async function* rows(): AsyncGenerator<readonly SheetRow[]> {
    const parser = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: recordChars,
    })
    let number = 0
    let held: SheetRow[] = []
    let rowCount = 0
    try {
      for await (const record of parser as AsyncIterable<string[]>) {
        number++
        const cells = cellsOf(record)
        if (cells.size === 0) continue
        if (++rowCount > budget.rows)
          throw new Problem('workbook_too_large', { detail: 'A file may have up to 50,000 rows.' })
        held.push({ number, cells })
        if (held.length < rowsAtOnce) continue
        yield held
        held = []
      }
    } catch (error) {
      throw error instanceof CsvError ? damaged(error) : error
    }
    if (held.length > 0) yield held
  }
  return { name: 'CSV', hiddenSheets: [], counts1904: false, rows, merges: () => [] }
}

function cellsOf(record: readonly string[]): Map<number, Cell> {
  const cells = record
    .slice(0, budget.columns)
    .map((text, column): [number, Cell] => [column, { kind: 'text', text: text.slice(0, budget.cellChars) }])
  return new Map(cells.filter(([, { text }]) => text !== ''))
}

function decoded(file: Buffer): string {
  const text = decodedAs('utf-8', file) ?? decodedAs('windows-1252', file) ?? ''
  // UTF-16 text and binary files contain many zero bytes.
  if (text.includes('\0')) {
    throw new Problem('workbook_unsupported', {
      detail: 'Save it as a workbook (.xlsx), or as CSV in UTF-8.',
    })
  }
  return text
}

function decodedAs(encoding: string, file: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}

function delimiterOf(text: string): string {
  const line = text.split(/\r?\n/, 20).find((each) => each.trim() !== '') ?? ''
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}
