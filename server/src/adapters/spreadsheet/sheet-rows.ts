import { Problem } from '../../problem/problem.ts'
import type { Cell, CellRange, SheetRow } from '../../spreadsheet/workbook.ts'
import { damaged } from './archive.ts'
import { budget } from './budget.ts'
import type { Visitor } from './xml.ts'

/**
 * Collects the rows of a sheet while its XML is parsed. Values are kept as text: numbers are never rounded.
 */
export function rowCollector(shared: readonly string[]) {
  let done: SheetRow[] = []
  const merges: CellRange[] = []
  let rowCount = 0
  let rowNumber = 0
  let column = -1
  let cells = new Map<number, Cell>()
  let type = ''
  let text = ''
  let isFormula = false
  let isValue = false
  let isData = false

  const openRow = (at: string | undefined) => {
    const number = at === undefined ? rowNumber + 1 : Number(at)
    if (!Number.isInteger(number) || number <= rowNumber || number > 1_048_576) throw damaged()
    rowNumber = number
    column = -1
    cells = new Map()
  }
  const openCell = (at: string | undefined, kind: string | undefined) => {
    column = at === undefined ? column + 1 : position(at).column
    type = kind ?? 'n'
    text = ''
    isFormula = false
  }
  const closeCell = () => {
    if (column >= budget.columns) return
    const cell = isFormula ? ({ kind: 'formula', text: '' } as const) : cellOf(type, text, shared)
    if (cell.kind === 'formula' || cell.text !== '') cells.set(column, cell)
  }
  const closeRow = () => {
    if (cells.size === 0) return
    if (++rowCount > budget.rows) throw tooManyRows()
    done.push({ number: rowNumber, cells })
  }
  const merge = (reference: string | undefined) => {
    if (merges.push(rangeOf(reference ?? '')) > budget.merges) throw tooManyRows()
  }

  const visitor: Visitor = {
    open(name, { r, t, ref }) {
      if (name === 'sheetData') isData = true
      if (name === 'mergeCell') merge(ref)
      if (!isData) return
      if (name === 'row') openRow(r)
      else if (name === 'c') openCell(r, t)
      else if (name === 'f') isFormula = true
      isValue = name === 'v' || name === 't'
    },
    text(piece) {
      if (isValue) text = (text + piece).slice(0, budget.cellChars)
    },
    close(name) {
      isValue = false
      if (name === 'sheetData') isData = false
      if (!isData) return
      if (name === 'c') closeCell()
      else if (name === 'row') closeRow()
    },
  }
  /** The rows completed since the last call. */
  const take = (): SheetRow[] => {
    const taken = done
    done = []
    return taken
  }
  return { visitor, take, merges }
}

function cellOf(type: string, text: string, shared: readonly string[]): Cell {
  switch (type) {
    case 's': {
      const found = text === '' ? '' : shared[Number(text)]
      if (found === undefined) throw damaged()
      return { kind: 'text', text: found }
    }
    case 'n':
      return { kind: 'number', text }
    case 'b':
      return { kind: 'boolean', text }
    case 'e':
      return { kind: 'error', text }
    default: // inlineStr, str and d, which is an ISO date
      return { kind: 'text', text }
  }
}

/** `B7`: column 1, row 7. @throws Problem `workbook_damaged` */
function position(reference: string): { column: number; row: number } {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([0-9]{1,7})$/.exec(reference) ?? []
  if (letters === undefined || digits === undefined) throw damaged()
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { column, row: Number(digits) }
}

function rangeOf(reference: string): CellRange {
  const [from = '', to = from] = reference.split(':')
  const [first, last] = [position(from), position(to)]
  return { firstRow: first.row, lastRow: last.row, firstColumn: first.column, lastColumn: last.column }
}

function tooManyRows(): Problem {
  return new Problem('workbook_too_large', { detail: 'A workbook may have up to 50,000 rows.' })
}
