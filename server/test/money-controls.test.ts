import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/money-controls.md', root), 'utf8')

/** `path/of.test.ts` “name of a test”, at the end of a row. */
const named = /`((?:server|web|e2e)\/[^`]+\.ts)` “(.+)” \|$/
const rows = page.split('\n').filter((line) => /^\| (?!---)/.test(line) && line.split(' | ').length === 4)
const ways = rows.filter((line) => !line.startsWith('| how it leaves |'))

/** Whether a file declares a test with exactly this name. */
function declares(source: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) =>
    new RegExp(`\\b(?:test|it)\\b[^;]*?\\(\\s*${quote}${escaped(name)}${quote}`, 's').test(source),
  )
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('every row of docs/money-controls.md names a detection, a control and a test', () => {
  expect(ways.length).toBeGreaterThan(50)
  for (const way of ways) {
    expect(way, way).toMatch(named)
    for (const cell of way.split(' | ')) expect(cell.trim(), way).not.toBe('')
  }
})

test('every test that docs/money-controls.md names exists', () => {
  const missing = ways.flatMap((way) => {
    const [, path = '', name = ''] = named.exec(way) ?? []
    const file = new URL(path, root)
    const isThere = existsSync(file) && declares(readFileSync(file, 'utf8'), name)
    return isThere ? [] : [`${path}: ${name}`]
  })
  expect(missing).toEqual([])
})
