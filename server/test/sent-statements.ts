import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Scope } from '../src/collections/scope.ts'
import type { SentStatement } from './distributed-forms.ts'
import { allCollections, listsOf, looksAndWritesOf, nowhere, othersOf, textsOf } from './engine-statements.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Every statement that the server sends in a transaction: those written in its source, and those that the engine of
 * collections makes of declarations.
 */
export async function sentStatements(): Promise<SentStatement[]> {
  return [...(await written()), ...(await made())]
}

async function written(): Promise<SentStatement[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/statements.mjs', '--list'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  })
  const listed = JSON.parse(stdout) as { name: string; texts: string[] }[]
  return listed.flatMap(({ name, texts }) => texts.map((text) => ({ name, text })))
}

async function made(): Promise<SentStatement[]> {
  const found: SentStatement[] = []
  for (const of of await allCollections()) {
    const sends = Object.entries({ ...looksAndWritesOf(of), ...othersOf(of) })
    for (const [name, send] of [...listsOf(of).map((each) => ['list', each] as const), ...sends])
      for (const scope of [nowhere(), nowheres()])
        for (const text of await textsOf(send, scope)) found.push({ name: `collections ${name}`, text })
  }
  return found
}

/** Stores of several merchants. */
function nowheres(): Scope {
  const all = [nowhere(), nowhere(), nowhere()]
  return {
    places: all.flatMap(({ places }) => places),
    merchantIds: all.flatMap(({ merchantIds }) => merchantIds),
  }
}
