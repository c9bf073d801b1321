import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

type Output = Rolldown.RolldownOutput['output']
type Chunk = Rolldown.OutputChunk

/** Screens that people wait for. Modules that the same of them load first share a file. */
const firstScreens = {
  entrance: ['src/session/entrance/sign-in-page.tsx', 'src/session/lock-screen/lock-screen.tsx'],
  till: ['src/terminal/frame/terminal-page.tsx'],
  desk: ['src/desk/shell/desk-shell.tsx'],
}
/** What the till loads after its first screen, with all that it opens. */
const tillParts = 'src/terminal/frame/parts.ts'
/** Loaded only by those who chose English. */
const english = 'src/english.ts'
const deskPage = /\/src\/(backoffice|platform)\//

/** The shared files, named by the screens that load them; those of most screens first. No file imports a later one. */
const names = [
  'entrance-till-desk',
  'till-desk',
  'entrance-desk',
  'entrance-till',
  'entrance-pages',
  'till-pages',
  'entrance',
  'till',
  'desk',
  'till-parts-pages',
  'till-parts',
] as const

/**
 * What the till's parts share with pages is in one file when it is no longer than this: in characters before
 * minification, with all that it imports beyond the first screens. A page that needs one of them loads them all.
 */
const smallLength = 3_500

/**
 * Puts modules that the same screens load into the same file. The bundler alone makes a file for every set of
 * pages that share something: a till would send 140 requests, and every one costs more than its bytes.
 *
 * Who loads what is known only after unused code is gone, so the pages are bundled once before to find out.
 */
export function chunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let fileOf: Promise<Map<string, string>> | undefined
  let found = new Map<string, string>()
  return {
    plugin: {
      name: 'chunks',
      apply: 'build',
      configResolved({ root }) {
        fileOf = bundleOnce(root).then((output) => filesByModule(output, root))
      },
      async renderStart() {
        found = (await fileOf) ?? found
      },
    },
    groups: names.map((name, index) => ({
      name,
      test: (module) => found.get(module) === name,
      priority: 1 - index / names.length,
      includeDependenciesRecursively: false,
    })),
  }
}

async function bundleOnce(root: string): Promise<Output> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, minify: false, cssMinify: false, reportCompressedSize: false },
  })
  return (result as Rolldown.RolldownOutput).output
}

function filesByModule(output: Output, root: string): Map<string, string> {
  const all = output.filter((each): each is Chunk => each.type === 'chunk' && !each.isEntry)
  const chunkOf = (module: string) => {
    const chunk = all.find((each) => each.facadeModuleId === path.join(root, module))
    if (chunk === undefined)
      throw new Error(`the build has no ${module}: adapt chunks.plugin.ts to its new place`)
    return chunk
  }
  const needs = reach(all, chunkOf(english))
  const first = Object.entries(firstScreens).map(([screen, modules]) => ({
    screen,
    chunks: needs(modules.map(chunkOf), false),
  }))
  const later = needs([chunkOf(tillParts)], true)
  const pages = needs(
    all.filter((each) => deskPage.test(each.facadeModuleId ?? '')),
    false,
  )
  const lengthOf = (chunk: Chunk) =>
    [...needs([chunk], false)]
      .filter((each) => !first.some(({ chunks }) => chunks.has(each)))
      .reduce((sum, each) => sum + each.code.length, 0)
  const fileOf = (chunk: Chunk) => {
    const of = first.filter((each) => each.chunks.has(chunk)).map((each) => each.screen)
    if (of.length > 0)
      return [...of, ...(of.length === 1 && of[0] !== 'desk' && pages.has(chunk) ? ['pages'] : [])].join('-')
    if (!later.has(chunk)) return ''
    if (!pages.has(chunk)) return 'till-parts'
    return lengthOf(chunk) <= smallLength ? 'till-parts-pages' : ''
  }
  // A page stays the file that is asked for by its name.
  return new Map(
    all.flatMap((chunk) =>
      chunk.moduleIds
        .filter((module) => module !== chunk.facadeModuleId)
        .map((module) => [module, fileOf(chunk)] as const),
    ),
  )
}

/** Returns a function that gives the chunks which some chunks import, also by `import()` if `isLazyToo`. */
function reach(all: readonly Chunk[], without: Chunk) {
  const byName = new Map(all.map((each) => [each.fileName, each]))
  return (roots: readonly Chunk[], isLazyToo: boolean): Set<Chunk> => {
    const seen = new Set(roots)
    for (const chunk of seen)
      for (const name of isLazyToo ? [...chunk.imports, ...chunk.dynamicImports] : chunk.imports) {
        const next = byName.get(name)
        if (next !== undefined && next !== without) seen.add(next)
      }
    return seen
  }
}
