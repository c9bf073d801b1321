import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { root } from '../../database/sources.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.close())

/** The rows of the first table of docs/verification.md: a condition per fact, and the status. */
async function documented(): Promise<{ conditions: string[]; status: string }[]> {
  const text = await readFile(path.join(root, 'docs/verification.md'), 'utf8')
  const table = text.slice(text.indexOf('| revoked |'), text.indexOf('A bank account counts'))
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      return { conditions: cells.slice(1, 7), status: cells[7] ?? '' }
    })
}

test('the table in docs/verification.md equals the function, for every combination of facts', async () => {
  const rows = await documented()
  const seen = new Set<string>()
  for (let no = 0; no < 64; no++) {
    const facts = Array.from({ length: 6 }, (_, bit) => (no & (1 << bit)) !== 0)
    const fits = rows.find(({ conditions }) =>
      conditions.every((condition, at) => condition === '–' || (condition === 'yes') === facts[at]),
    )
    const { rows: found } = await db.admin.query(
      'select platform.verification_status_of($1, $2, $3, $4, $5, $6) as status',
      facts,
    )
    expect(fits?.status, JSON.stringify(facts)).toBe(found[0].status)
    seen.add(found[0].status)
  }
  expect(seen).toEqual(new Set(rows.map(({ status }) => status)))
})
