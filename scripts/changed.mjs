import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/**
 * The files that differ from a commit, those that git does not know yet included, and those that are gone.
 *
 * @param {string} commit
 * @returns {readonly string[]}
 */
export function changedSince(commit) {
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
}

/** What the result of each check follows from. */
const sources = {
  generated:
    /^(server\/src\/(?!.*\.test\.ts$)|db\/|client\/|docs\/|openapi\.json|web\/src\/terminal\/shortcuts\/)/,
  biome: /\.(ts|tsx|mts|mjs|js|json|css)$/,
  proofs: /^(biome\.json|scripts\/proofs\.grit)$/,
  statements: /queries\.ts$|\.sql$|^scripts\/statements/,
  types: /\.(ts|tsx|mts)$|tsconfig.*\.json$|^openapi\.json$/,
  layers: /\.(ts|tsx)$|^\.dependency-cruiser\.cjs$|^scripts\/layers\.mjs$/,
  knip: /\.(ts|tsx|mjs)$|package\.json$|^knip\.json$/,
  squawk: /^(db\/migrations|server\/src)\/.*\.sql$/,
  migrations: /^db\/|^scripts\/migrations\.mjs$/,
  // A file that is gone may be what a link leads to.
  links: /./,
}

/** Checks that are given the files, which have to be there. */
const takesFiles = ['biome', 'squawk']

/**
 * The files among those that changed from which the result of a check follows.
 *
 * @param {string} check
 * @param {readonly string[]} changed
 */
export function concernedBy(check, changed) {
  const files = changed.filter((file) => sources[check].test(file))
  return takesFiles.includes(check) ? files.filter((file) => existsSync(file)) : files
}
