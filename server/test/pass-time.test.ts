import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Files that pass time by themselves, with the reason. */
const own: Readonly<Record<string, string>> = {
  'server/test/pass-time.ts': 'is how the others do it',
  'server/test/pass-time.test.ts': 'names what it looks for',
  'e2e/scanner-random.e2e.ts': 'waits inside the page, for what a scan changes',
  'e2e/stillness.ts': 'ends a wait for a page that never comes to rest',
}

const waits =
  /timers\/promises|waitForTimeout|\((?:resolve|done|go)\) => setTimeout\((?:resolve|done|go), *[^)]/

test('a test waits for a condition; where it lets time pass, it says what takes that long', async () => {
  const files = (
    await Promise.all(['server/src', 'server/test', 'simulation', 'e2e', 'web/src'].map(sources))
  ).flat()
  const waiting = await Promise.all(
    files.map(async (file) => (waits.test(await readFile(path.join(root, file), 'utf8')) ? [file] : [])),
  )
  expect(files.length).toBeGreaterThan(400)
  expect(waiting.flat().sort()).toEqual(Object.keys(own).sort())
})

/** Everything that only tests use: whole folders of it, and tests beside the code. */
async function sources(folder: string): Promise<string[]> {
  const isOfTests = !folder.endsWith('/src')
  const names = await readdir(path.join(root, folder), { recursive: true })
  return names
    .filter((name) => (isOfTests ? /\.ts$/ : /\.test\.tsx?$/).test(name))
    .map((name) => path.join(folder, name))
}
