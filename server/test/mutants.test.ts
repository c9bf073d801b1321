import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { chosen } from './mutants/choice.ts'
import { everySabotage } from './mutants/every-sabotage.ts'
import { equivalents, excuses } from './mutants/excuses.ts'
import { pureRules } from './mutants/pure.ts'
import { applied, strict } from './mutants/sabotage.ts'

const root = path.resolve(import.meta.dirname, '../..')
const all = await everySabotage()

test('every sabotage changes its file, and names tests that exist', async () => {
  const faults: string[] = []
  for (const sabotage of all) {
    const { file, breaks, tests } = sabotage
    const source = await readFile(path.join(root, file), 'utf8')
    try {
      if (applied(source, sabotage) === source) faults.push(`${file} stays the same: ${breaks}`)
    } catch (error) {
      faults.push((error as Error).message)
    }
    const missing = tests.filter((each) => !existsSync(path.join(root, each)))
    if (tests.length === 0 || missing.length > 0)
      faults.push(`${file}: ${breaks}: no test ${missing.join(', ')}`)
  }
  expect(faults).toEqual([])
})

test('there are at least 400, and none twice', () => {
  const edits = all.map(({ file, at, before, after }) => JSON.stringify([file, at, before, after]))
  expect(edits.length).toBeGreaterThanOrEqual(400)
  expect(new Set(edits).size).toBe(edits.length)
})

test('the shards of a choice try each of its sabotages once', () => {
  const about = 'audit'
  const shards = [1, 2, 3].map((at) => chosen(all, { about, shard: { at, of: 3 }, seed: 1 }))
  const sizes = shards.map(({ length }) => length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  const whole = chosen(all, { about, seed: 1 })
  expect(whole.length).toBeGreaterThan(3)
  expect(shards.flat().toSorted((a, b) => whole.indexOf(a) - whole.indexOf(b))).toEqual(whole)
})

test('each excuse is that of a sabotage', () => {
  const edits = new Set(all.map(({ file, breaks }) => `${file}: ${breaks}`))
  expect(Object.keys(excuses).filter((edit) => !edits.has(edit))).toEqual([])
})

test('no sabotage of money, authority or audit is allowed to survive without another guard', () => {
  const excused = all.filter(({ promise, survives }) => strict.includes(promise) && survives !== undefined)
  for (const { survives } of excused) expect(survives?.length).toBeGreaterThan(30)
})

test('pure rules and their tests exist, and each equivalent is of one of them, with its reason', () => {
  const files = Object.entries(pureRules).flatMap(([file, tests]) => [file, ...tests])
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  for (const [name, reason] of Object.entries(equivalents)) {
    expect(pureRules, name).toHaveProperty([name.slice(0, name.indexOf(': '))])
    expect(reason.length).toBeGreaterThan(20)
  }
})
