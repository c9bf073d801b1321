import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { everySabotage } from './mutants/every-sabotage.ts'
import { applied, strict } from './mutants/sabotage.ts'

const root = path.resolve(import.meta.dirname, '../..')
const all = await everySabotage()

test('every sabotage changes its file, and names tests that exist', async () => {
  for (const sabotage of all) {
    const source = await readFile(path.join(root, sabotage.file), 'utf8')
    expect(applied(source, sabotage), sabotage.breaks).not.toBe(source)
    expect(sabotage.tests.length, `${sabotage.file}: ${sabotage.breaks}`).toBeGreaterThan(0)
    for (const each of sabotage.tests) expect(existsSync(path.join(root, each)), each).toBe(true)
  }
})

test('there are at least 400, and none twice', () => {
  const edits = all.map(({ file, at, before, after }) => JSON.stringify([file, at, before, after]))
  expect(edits.length).toBeGreaterThanOrEqual(400)
  expect(new Set(edits).size).toBe(edits.length)
})

test('no sabotage of money, authority or audit is allowed to survive without another guard', () => {
  const excused = all.filter(({ promise, survives }) => strict.includes(promise) && survives !== undefined)
  for (const { survives } of excused) expect(survives?.length).toBeGreaterThan(30)
})
