import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** The page that must work offline, with everything that it loads later. */
const till = 'src/terminal/frame/terminal-page.tsx'
/** What the entry loads around it. */
const aroundTill = [
  'src/session-effects.tsx',
  'src/session/lock-screen/lock-screen.tsx',
  'src/ui/parts/notices.tsx',
  // People who chose English need it offline too.
  'src/english.ts',
  'src/session/entrance/sign-in-page.tsx',
]
/** Files that the page refers to and the bundle does not contain. */
const besides = ['index.html', 'favicon.svg', 'manifest.webmanifest', 'icons/icon-192.png']

/**
 * Builds the service worker after the pages, with the list of files that it stores: what the till needs, and
 * nothing of the desks, which are useless offline.
 */
export function serviceWorker(): Plugin {
  let root = ''
  let outDir = ''
  let files: string[] = []
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = path.resolve(config.root, config.build.outDir)
    },
    generateBundle(_options, bundle) {
      files = tillFiles(bundle, root)
    },
    async closeBundle() {
      const entries = [...files, ...besides].map((file) => ({
        url: `/${file}`,
        // A hashed name is its version.
        revision: file.startsWith('assets/') ? null : digest(path.join(outDir, file)),
      }))
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __TILL_FILES__: JSON.stringify(entries), 'process.env.NODE_ENV': '"production"' },
        build: {
          target: 'es2022',
          outDir,
          emptyOutDir: false,
          rolldownOptions: {
            input: path.join(root, 'src/worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      })
    },
  }
}

/** The files of the first page and of the till, through every import that can follow. */
function tillFiles(bundle: Rolldown.OutputBundle, root: string): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])),
  )
  const files = new Set<string>()
  const seen = new Set<string>()
  const follow = (name: string, isLazyToo: boolean) => {
    const chunk = chunks.get(name)
    if (chunk === undefined || seen.has(`${name} ${isLazyToo}`)) return
    seen.add(`${name} ${isLazyToo}`)
    files.add(name)
    for (const file of [
      ...(chunk.viteMetadata?.importedCss ?? []),
      ...(chunk.viteMetadata?.importedAssets ?? []),
    ])
      files.add(file)
    // The entry imports every page; only the till is followed.
    const isEntry = chunk.isEntry
    for (const next of chunk.imports) follow(next, isLazyToo && !isEntry)
    if (isLazyToo && !isEntry) for (const next of chunk.dynamicImports) follow(next, true)
  }
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) follow(fileName, false)
  for (const module of [till, ...aroundTill]) {
    const chunk = [...chunks.values()].find((each) => each.facadeModuleId === path.join(root, module))
    if (chunk === undefined) throw new Error(`the build has no ${module}: the till would not open offline`)
    follow(chunk.fileName, true)
  }
  // Latin fonts are enough for a till; the browser fetches others when a text needs them.
  return [...files].filter((file) => !/-ext-.*\.woff2$/.test(file)).sort()
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}
