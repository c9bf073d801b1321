import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Effort } from './robot.ts'

const file = path.resolve(import.meta.dirname, '../docs/counter-acts.md')

/** The columns of a row: act, way, before, now, seconds now, best known. */
const now = 3
const seconds = 4

/** The committed row of an act. @throws Error when the table has none */
export async function committedEffort(act: string, way: string): Promise<string> {
  return cellsOf(rowOf(await readFile(file, 'utf8'), act, way))[now] as string
}

/** Writes what the robot counted and measured into its row; the other columns are written by hand. */
export async function writeEffort(act: string, way: string, effort: Effort): Promise<void> {
  const text = await readFile(file, 'utf8')
  const row = rowOf(text, act, way)
  const cells = cellsOf(row)
  cells[now] = words(effort)
  cells[seconds] = effort.seconds.toFixed(1)
  await writeFile(file, text.replace(row, `| ${cells.join(' | ')} |`))
}

/** What was pressed, as the table says it: `24 keys, 2 taps`. */
export function words({ scans, keys, taps }: Effort): string {
  const counted = [
    [scans, 'scan'],
    [keys, 'key'],
    [taps, 'tap'],
  ] as const
  return counted
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}${count === 1 ? '' : 's'}`)
    .join(', ')
}

function rowOf(text: string, act: string, way: string): string {
  const row = text.split('\n').find((line) => line.startsWith(`| ${act} | ${way} |`))
  if (row === undefined) throw new Error(`${file} has no row for “${act}”, ${way}`)
  return row
}

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
