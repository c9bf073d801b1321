import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { areas } from '../areas.ts'

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

export async function sqlSources(): Promise<SqlSources> {
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
export async function definerFunctions(): Promise<string[]> {
  const { functions } = await declarationFiles()
  const heads = /^create or replace function ([\w.]+)\((?:(?!^as |^create )[\s\S])*?security definer/gim
  return [...functions, ...(await migrationFiles())].flatMap(({ text }) =>
    [...text.matchAll(heads)].map(([, name]) => name as string),
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
