import { expect } from 'vitest'
import { openTable } from '../src/adapters/spreadsheet/open-table.ts'
import type { App } from './app.ts'
import type { Person } from './world.ts'

/** An exported file as a spreadsheet shows it: rows of texts, empty where there is nothing. */
export async function tableOf(
  app: Pick<App, 'url'>,
  who: Pick<Person, 'token'>,
  path: string,
): Promise<string[][]> {
  const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${who.token}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.status, bytes.toString().slice(0, 500)).toBe(200)
  const format = new URLSearchParams(path.split('?')[1]).get('format') ?? 'csv'
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="[a-z-]+\\.${format}"$`),
  )
  expect(bytes.subarray(0, 2).toString() === 'PK').toBe(format === 'xlsx')
  const rows: string[][] = []
  for await (const some of (await openTable(bytes)).rows())
    for (const { cells } of some) {
      const width = Math.max(...cells.keys()) + 1
      rows.push(Array.from({ length: width }, (_, column) => cells.get(column)?.text ?? ''))
    }
  return rows
}

/** The rows below the header, by column name. */
export function recordsOf([head = [], ...rows]: string[][]): Record<string, string>[] {
  return rows.map((row) => Object.fromEntries(head.map((title, column) => [title, row[column] ?? ''])))
}
