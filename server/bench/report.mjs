import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'

const ofRatios = [
  { head: 'ratio', width: 6, cell: ({ ratio }) => (ratio === null ? '' : ratio.toFixed(2)) },
  { head: 'ours', width: 8, cell: ({ ours }) => figure(ours) },
  { head: 'baseline', width: 8, cell: ({ baseline }) => figure(baseline) },
  { head: 'unit', isText: true, width: 11, cell: ({ unit }) => unit },
  { head: 'bar', isText: true, width: 8, cell: ({ bar }) => bar },
  { head: '', isText: true, width: 6, cell: verdict },
]

/**
 * Prints each row as soon as it is measured, and keeps all of them for the file at the end.
 *
 * @param {readonly { head: string, width: number, isText?: boolean, cell: (row: object) => string }[]} [columns] beside
 *        the name; those of ratios by default
 */
export function openReport(columns = ofRatios) {
  const rows = []
  const line = (cells, name) => {
    const padded = columns.map(({ width, isText }, at) =>
      isText ? cells[at].padEnd(width) : cells[at].padStart(width),
    )
    console.log(`  ${padded.join('  ')}  ${name}`.trimEnd())
  }
  const noteFrom = columns.reduce((sum, { width }) => sum + width + 2, 2)
  const add = (row) => {
    if (rows.length === 0) {
      line(
        columns.map(({ head }) => head),
        'what',
      )
      line(
        columns.map(({ width }) => '─'.repeat(width)),
        '─'.repeat(40),
      )
    }
    rows.push(row)
    line(
      columns.map(({ cell }) => cell(row)),
      row.name,
    )
    const note = row.failed ?? row.note
    if (note !== undefined) console.log(`${' '.repeat(noteFrom)}${note}`)
  }
  /** @returns whether everything could be measured */
  const write = async (file, facts) => {
    await mkdir(path.dirname(file), { recursive: true })
    const machine = {
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      cores: cpus().length,
    }
    await writeFile(file, `${JSON.stringify({ ...machine, ...facts, rows }, undefined, 2)}\n`)
    return rows.every(({ failed }) => failed === undefined)
  }
  return { add, write }
}

function verdict({ failed, isMet }) {
  if (failed !== undefined) return 'FAILED'
  if (isMet === undefined) return ''
  return isMet ? 'ok' : 'BELOW'
}

/** A figure in its three leading digits. */
export function figure(value) {
  if (value === null) return ''
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
