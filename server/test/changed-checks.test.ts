import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** The checks that `npm run check -- --changed` runs when these files changed. */
async function checksOf(files: readonly string[]): Promise<readonly string[]> {
  const names = [
    ...(await readFile(path.join(root, 'scripts/check.mjs'), 'utf8')).matchAll(/\bname: '(\w+)'/g),
  ]
  const script = `import { concernedBy } from './scripts/changed.mjs'
    const names = ${JSON.stringify(names.map(([, name]) => name))}
    console.log(JSON.stringify(names.filter((name) => concernedBy(name, ${JSON.stringify(files)}).length > 0)))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
  })
  return JSON.parse(stdout)
}

test('a change runs the checks whose result may follow from it, and no other', async () => {
  expect(await checksOf(['server/src/stock/counts/stock-counts.test.ts'])).toEqual([
    ...['biome', 'types', 'layers', 'knip', 'links'],
  ])
  expect(await checksOf(['server/src/stock/counts/functions.sql'])).toEqual([
    ...['generated', 'statements', 'squawk', 'links'],
  ])
  expect(await checksOf(['CONTRIBUTING.md'])).toEqual(['links'])
  expect(await checksOf([])).toEqual([])
})

test('a file that is gone is not given to a check that reads it, and may still break others', async () => {
  expect(await checksOf(['web/src/gone.ts'])).toEqual(['types', 'layers', 'knip', 'links'])
})
