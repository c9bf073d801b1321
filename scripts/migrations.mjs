// `npm run check -- migrations`: a migration that has run anywhere stays as it is, and a new one says which servers may
// run beside it. Prints a line for each fault, and exits 1 if there is any. An argument names another clone.
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root as ownRoot } from './prepare.mjs'

const root = path.resolve(process.argv[2] ?? ownRoot)
const folder = 'db/migrations'

const faults = await findFaults()
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0

async function findFaults() {
  const names = (await readdir(path.join(root, folder))).sort()
  const texts = new Map()
  for (const name of names)
    texts.set(`${folder}/${name}`, await readFile(path.join(root, folder, name), 'utf8'))
  const releases = await releasedVersions()
  const released = new Map(
    releases.flatMap(({ version, migrations }) =>
      migrations.map((file) => [file.name, { ...file, version }]),
    ),
  )
  return [
    ...misnamed(names),
    ...[...released.values()].flatMap((file) => changeOf(file, texts.get(file.name))),
    ...(releases.length === 0 ? [] : undeclared(texts, released)),
    ...editedSince(releases.at(-1)?.version, released, texts),
  ]
}

/** Files are applied by name, so two with one number would run in an order that nobody chose. */
function misnamed(names) {
  return names.flatMap((name, at) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (number !== undefined && number !== names[at - 1]?.slice(0, 4)) return []
    return [`${folder}/${name} needs a name with a number of its own, such as 0016_tips.sql`]
  })
}

function changeOf({ name, text, version }, now) {
  if (now === text) return []
  const what = now === undefined ? 'removed' : 'changed'
  return [
    `${name} is in the release ${version} and was ${what}. Every database made by that release would refuse the upgrade. ` +
      `Restore it (git checkout v${version} -- ${name}), and write a new file.`,
  ]
}

function undeclared(texts, released) {
  return [...texts].flatMap(([name, text]) => {
    if (released.has(name) || /^-- oldest server: \d+\.\d+\.\d+\n/.test(text)) return []
    return [
      `${name} does not say which servers may run beside it. Its first line is the oldest version that works on the ` +
        'changed tables, such as: -- oldest server: 0.2.0 (docs/releasing.md)',
    ]
  })
}

/** Files that are in no release yet have run on other machines too, once they were committed. */
function editedSince(version, released, texts) {
  if (version === undefined) return []
  const added = git(
    'log',
    '--diff-filter=A',
    '--no-renames',
    '--name-only',
    '--format=%H',
    `v${version}..HEAD`,
    '--',
    folder,
  )
  const first = new Map()
  let commit
  // The newest comes first, so what remains is the oldest.
  for (const line of (added ?? '').split('\n').filter((each) => each !== ''))
    if (line.startsWith(folder)) first.set(line, commit)
    else commit = line
  return [...first].flatMap(([name, hash]) => {
    if (released.has(name) || git('show', `${hash}:${name}`) === texts.get(name)) return []
    return [
      `${name} is not as it was committed in ${hash.slice(0, 8)}, and databases have run it since. ` +
        `Restore it (git checkout ${hash.slice(0, 8)} -- ${name}), and write a new file.`,
    ]
  })
}

/** Those with a tag, and those before the version of this clone, which may have been cloned without tags; oldest first. */
async function releasedVersions() {
  const { version: own } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const tags = new Set((git('tag', '--list', 'v*') ?? '').split('\n'))
  const files = (await readdir(path.join(root, 'db/releases'))).filter((name) => name.endsWith('.json.gz'))
  const versions = files.map((name) => name.slice(0, -'.json.gz'.length)).sort(inOrder)
  const isReleased = (version) => tags.has(`v${version}`) || inOrder(version, own) < 0
  return Promise.all(
    versions.filter(isReleased).map(async (version) => {
      const packed = await readFile(path.join(root, 'db/releases', `${version}.json.gz`))
      return { version, migrations: JSON.parse(gunzipSync(packed).toString('utf8')).sources.migrations }
    }),
  )
}

function inOrder(a, b) {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** What git prints; undefined where there is no git, or not what is asked for. */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
