// Checks the layer rules of .dependency-cruiser.cjs over all workspaces, e2e and simulation. Prints each violation with
// its rule, and exits 1 when there is any.
import path from 'node:path'
import swc from '@swc/core'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { root } from './prepare.mjs'

/**
 * The minimum number of our modules. With fewer, the cruiser did not parse the product, and would find no
 * violations. Raise it as the product grows.
 */
const fewestModules = 350

readTsx()
process.chdir(root)
const { options, forbidden } = await extractConfig('./.dependency-cruiser.cjs')
const { output } = await cruise(['client', 'server', 'web', 'e2e', 'simulation'], {
  ...options,
  validate: true,
  ruleSet: { forbidden },
})
const own = output.modules.filter(
  ({ source }) => !/node_modules|^node:/.test(source) && /\.tsx?$/.test(source),
)
const sentences = new Map(forbidden.map(({ name, comment }) => [name, comment]))

for (const { from, to, rule, cycle } of output.summary.violations) {
  const through = cycle?.map(({ name }) => name).join(' → ')
  console.log(`${from} → ${through ?? to}\n  ${rule.name}: ${sentences.get(rule.name)}`)
}
const loose = looseModules(own.map(({ source }) => source).filter((source) => source.startsWith('web/src/')))
for (const source of loose) {
  console.log(
    `${source}\n  web-folders-hold-files-or-folders: A room is a folder of files; beside rooms lies no file.`,
  )
}
if (own.length < fewestModules) {
  console.log(`Only ${own.length} modules were read, and there are ${fewestModules} at least.`)
}
const isWell = output.summary.violations.length + loose.length === 0 && own.length >= fewestModules
console.log(
  `${own.length} modules, ${output.summary.violations.length + loose.length} violations of ${forbidden.length + 1} rules`,
)
process.exitCode = isWell ? 0 : 1

/** Modules next to folders. Only the client's root, its entry, may have them. */
function looseModules(sources) {
  const folders = sources.map((source) => path.posix.dirname(source))
  const isHouse = (folder) => folder !== 'web/src' && folders.some((each) => each.startsWith(`${folder}/`))
  return sources.filter((_, n) => isHouse(folders[n]))
}

/** The cruiser parses everything as TypeScript without JSX, so .tsx files have to be registered. */
function readTsx() {
  const parseFile = swc.parseFileSync
  swc.parseFileSync = (file, parseOptions) => parseFile(file, { ...parseOptions, tsx: file.endsWith('.tsx') })
}
