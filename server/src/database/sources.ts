import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { areas } from '../areas.ts'
import { compareVersions } from './versions.ts'

/** The root of the repository or of the installed package, which have the same folders: two above `server/src` and
 * `server/dist` alike. */
export const root = path.resolve(import.meta.dirname, '../../..')

export interface SqlFile {
  /** Path below the repository's root; identifies the file in the database. */
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** All SQL that creates a database: of this checkout, or of a release. */
export interface SqlSources {
  readonly migrations: readonly SqlFile[]
  readonly functions: readonly SqlFile[]
  readonly policies: readonly SqlFile[]
}

let own: Promise<SqlSources> | undefined

/** This program's own, read once: an upgrade replaces the files of the package while the process runs. */
export function sqlSources(): Promise<SqlSources> {
  own ??= readSources()
  return own
}

async function readSources(): Promise<SqlSources> {
  return { migrations: await migrationFiles(), ...(await declarationFiles()) }
}

/** Forward-only migrations, in order. */
async function migrationFiles(): Promise<SqlFile[]> {
  const folder = 'db/migrations'
  const names = (await readdir(path.join(root, folder))).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name) => sqlFile(path.posix.join(folder, name))))
}

/**
 * Files that declare the current state and are run again when they change: functions first, then policies.
 */
export async function declarationFiles(): Promise<{ functions: SqlFile[]; policies: SqlFile[] }> {
  const nouns = await Promise.all(areas.map((area) => foldersIn(`server/src/${area}`)))
  const rooms = ['idempotency', 'jobs', 'collections'].map((room) => `server/src/${room}`)
  const files = (await Promise.all([...rooms, ...nouns.flat()].map(sqlIn))).flat()
  const isPolicies = ({ name }: SqlFile) => name.endsWith('/policies.sql')
  return {
    functions: [
      ...(await sqlIn('server/src/authorization')),
      await sqlFile('db/generated/authorization.sql'),
      await sqlFile('db/generated/settings.sql'),
      ...files.filter((file) => !isPolicies(file)),
    ],
    policies: files.filter(isPolicies),
  }
}

/** The SQL files of a folder: `functions.sql` last, since it grants what the others define. */
async function sqlIn(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(path.join(root, folder))).filter((name) => name.endsWith('.sql'))
  const isLast = (name: string) => Number(name === 'functions.sql')
  names.sort((a, b) => isLast(a) - isLast(b) || (a < b ? -1 : 1))
  return Promise.all(names.map((name) => sqlFile(`${folder}/${name}`)))
}

/** The functions that these files declare as security definer: any other one in a database is not ours. */
export function definerFunctions({ functions, migrations }: SqlSources): string[] {
  const heads = /^create or replace function ([\w.]+)\((?:(?!^as |^create )[\s\S])*?security definer/gim
  return [...functions, ...migrations].flatMap(({ text }) =>
    [...text.matchAll(heads)].map(([, name]) => name as string),
  )
}

/** The first line of each migration that is newer than 0.2.0. */
const declaredServer = /^-- oldest server: (\S+)$/m

/**
 * The oldest version of a server that may run on a database with these migrations: the highest that one of them
 * declares. The ones without a declaration made the tables of 0.2.0, the first release.
 */
export function oldestServerOf(migrations: readonly SqlFile[]): string {
  const declared = migrations.flatMap(({ text }) => declaredServer.exec(text)?.[1] ?? [])
  return ['0.2.0', ...declared].reduce((highest, each) =>
    compareVersions(each, highest) > 0 ? each : highest,
  )
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return names.sort().map((name) => `${folder}/${name}`)
}

async function sqlFile(name: string): Promise<SqlFile> {
  const text = await readFile(path.join(root, name), 'utf8')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}
