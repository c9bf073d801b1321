import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'

/** Prints the results as a table, one row each, and writes them as JSON. */
export async function report(rows, { file, facts }) {
  const head = ['what', 'ours', 'baseline', 'unit', 'ratio', 'bar', '']
  const lines = rows.map((row) => [
    row.name,
    figure(row.ours),
    figure(row.baseline),
    row.unit,
    row.ratio === null ? '' : row.ratio.toFixed(2),
    row.bar,
    row.isMet ? 'ok' : 'BELOW',
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column].length)))
  const isNumber = (column) => column === 1 || column === 2 || column === 4
  const padded = (line) =>
    line.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
    )
  console.log('')
  for (const line of [head, widths.map((width) => '─'.repeat(width)), ...lines]) {
    console.log(`  ${padded(line).join('  ')}`.trimEnd())
  }
  const notes = rows.filter(({ note }) => note !== undefined)
  if (notes.length > 0) console.log('')
  for (const { name, note } of notes) console.log(`  ${name}: ${note}`)
  await mkdir(path.dirname(file), { recursive: true })
  const machine = {
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cores: cpus().length,
  }
  await writeFile(file, `${JSON.stringify({ ...machine, ...facts, rows }, undefined, 2)}\n`)
}

function figure(value) {
  if (value === null) return ''
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
