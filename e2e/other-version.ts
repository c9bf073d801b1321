import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { transform } from '@swc/core'
import { root } from '../server/src/database/sources.ts'
import { version as ownVersion } from '../server/src/version.ts'

const run = promisify(execFile)

/** A program that is installed beside the one under test, with this machine's packages. */
export interface OtherVersion {
  readonly version: string
  /** Its `mostrador`. */
  readonly main: string
  remove(): Promise<void>
}

/** What a version has more than the one under test. */
export interface Additions {
  /** Files below the root, whole. */
  readonly files: Readonly<Record<string, string>>
  /** At the end of files that are there. */
  readonly appended?: Readonly<Record<string, string>>
}

/** What is built here. */
export const builtHere = (): OtherVersion => ({
  version: ownVersion,
  main: path.join(root, 'server/dist/main.js'),
  remove: async () => {},
})

/** The same as another version. */
export async function builtAs(version: string, { files, appended = {} }: Additions): Promise<OtherVersion> {
  const dir = await mkdtemp(path.join(tmpdir(), `mostrador-${version}-`))
  const isNeeded = (from: string) => !/\.(ts|map|tsbuildinfo)$/.test(from)
  for (const folder of ['server/dist', 'server/src', 'db/migrations', 'db/generated'])
    await cp(path.join(root, folder), path.join(dir, folder), { recursive: true, filter: isNeeded })
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  await writeFile(path.join(dir, 'package.json'), JSON.stringify({ ...manifest, version }))
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(dir, file), text)
  for (const [file, text] of Object.entries(appended)) await appendFile(path.join(dir, file), text)
  return installed(version, dir)
}

/** The server of a commit, such as `v0.2.0`, compiled without its types being checked again. */
export async function builtFrom(commit: string): Promise<OtherVersion> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-commit-'))
  const archive = path.join(dir, 'archive.tar')
  const folders = ['package.json', 'server/src', 'db/migrations', 'db/generated']
  await run('git', ['archive', '--format=tar', '-o', archive, commit, '--', ...folders], { cwd: root })
  await run('tar', ['-xf', archive, '-C', dir])
  await rm(archive)
  await compile(path.join(dir, 'server/src'), path.join(dir, 'server/dist'))
  const { version } = JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8'))
  return installed(version, dir)
}

/** The tag of a version; undefined: it has none, or this is no clone. */
export async function tagOf(version: string): Promise<string | undefined> {
  const { stdout } = await run('git', ['tag', '--list', `v${version}`], { cwd: root }).catch(() => ({
    stdout: '',
  }))
  return stdout.trim() || undefined
}

async function installed(version: string, dir: string): Promise<OtherVersion> {
  for (const folder of ['node_modules', 'server/node_modules'])
    if (existsSync(path.join(root, folder))) await symlink(path.join(root, folder), path.join(dir, folder))
  return {
    version,
    main: path.join(dir, 'server/dist/main.js'),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

async function compile(from: string, into: string): Promise<void> {
  const names = (await readdir(from, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.(test|types)\.ts$/.test(name),
  )
  for (const name of names) {
    const source = await readFile(path.join(from, name), 'utf8')
    const { code } = await transform(source, {
      filename: name,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    })
    const file = path.join(into, name.replace(/\.ts$/, '.js'))
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, code.replaceAll(/((?:from|import)\s*\(?\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
  }
}
