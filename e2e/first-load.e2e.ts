import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = path.resolve(import.meta.dirname, '../web/dist')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

/** The files that the first screen of an area needs before it can be drawn: what its modules import. */
function filesOf(entries: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const follow = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`${name} is not in the build`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(follow)
  }
  entries.forEach(follow)
  return files
}

const desk = 'src/session/desk-shell.tsx'

test.each([
  ['the entrance', ['src/session/sign-in-page.tsx']],
  ['the till', ['src/terminal/terminal-page.tsx']],
  ['the back office', [desk, 'src/backoffice/sales-page.tsx']],
  ['the catalog', [desk, 'src/backoffice/products-page.tsx']],
  ['the platform desk', [desk, 'src/platform/merchants-page.tsx']],
])('the first load of %s stays below 250 kB compressed', (_area, entries) => {
  const bytes = [...filesOf(['index.html', ...entries])].map(
    (file) => gzipSync(readFileSync(path.join(dist, file))).length,
  )
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(250_000)
})
