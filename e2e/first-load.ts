import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = path.resolve(import.meta.dirname, '../web/dist')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const desk = 'src/desk/shell/desk-shell.tsx'

/** The modules of each area's first screen, beyond those of every page. */
export const areas = {
  'the entrance': ['src/session/entrance/sign-in-page.tsx'],
  'the till': ['src/terminal/frame/terminal-page.tsx'],
  'the back office': [desk, 'src/backoffice/vas/sales/sales-page.tsx'],
  'the catalog': [desk, 'src/backoffice/catalog/products/products-page.tsx'],
  'the platform desk': [desk, 'src/platform/merchants/merchants-page.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The compressed bytes that must arrive before the first screen of an area can render. */
export function firstLoadBytes(entries: readonly string[]): number {
  return [...firstLoadFiles(entries)]
    .map((file) => gzipSync(readFileSync(path.join(dist, file))).length)
    .reduce((sum, each) => sum + each, 0)
}

/** The files that must arrive before the first screen of an area can render: each is a request. */
export function firstLoadFiles(entries: readonly string[]): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  return filesOf(manifest, ['index.html', ...entries])
}

/** All files that these modules import. */
function filesOf(manifest: Readonly<Record<string, Chunk>>, entries: readonly string[]): Set<string> {
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
