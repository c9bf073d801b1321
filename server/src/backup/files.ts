import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Pack, pack } from 'tar-stream'
import type { Clock } from '../adapters/clock/clock.ts'
import { addText, eachEntry, partsOf } from './data-directory.ts'
import { filesObject, filesPrefix, stampedMsOf, stampOf } from './names.ts'
import type { Content } from './store.ts'
import type { Vault } from './vault.ts'

/** A file outside the database that belongs to the backup, or all files of a folder with an extension. */
export interface KeptFile {
  /** Its name in the backup; of a folder, the part before the file's own name. */
  readonly name: string
  readonly place: string
  readonly extension?: string
}

/** What the settings hold and no file does, as text. */
export type KeptText = Readonly<Record<string, string>>

export type FileShipping = ReturnType<typeof fileShipping>

/**
 * Copies of journals and other small files. The journals only grow: what was added to them is shipped as it comes, so
 * they are in the store as soon as the WAL is. A file that was replaced is shipped as a whole. The first object of a
 * process, and that of each backup, has all files.
 */
export function fileShipping({
  vault,
  files,
  texts,
  clock,
}: {
  readonly vault: Vault
  readonly files: readonly KeptFile[]
  readonly texts: KeptText
  readonly clock: Clock
}) {
  /** How much of each file the store has; undefined: this process has shipped nothing yet. */
  let shipped: ReadonlyMap<string, { readonly inode: bigint; readonly bytes: number }> | undefined
  /** The time in the name of the last object. */
  let lastMs = 0
  /** One at a time: an object continues those before it. */
  let turn: Promise<unknown> = Promise.resolve()

  const ship = async (isFull: boolean): Promise<string | undefined> => {
    // Before the files are looked at: what another process puts there later continues those before it.
    if (shipped === undefined) await readLast()
    const before: NonNullable<typeof shipped> = isFull || shipped === undefined ? new Map() : shipped
    const next = new Map(before)
    // A restore lets a full copy replace all earlier objects. If its stamp were taken after its files are measured, that would
    // include what another process ships in between.
    const fullStamp = isFull ? await nextStamp() : undefined
    const parts: Part[] = []
    for (const { name, place } of await present(files)) {
      const found = await stat(place, { bigint: true }).catch(() => undefined)
      if (found === undefined) continue
      const known = before.get(name)
      const isGrown = known !== undefined && known.inode === found.ino && known.bytes <= Number(found.size)
      const from = isGrown ? known.bytes : 0
      if (isGrown && from === Number(found.size)) continue
      parts.push({ name, place, from, until: Number(found.size) })
      next.set(name, { inode: found.ino, bytes: Number(found.size) })
    }
    if (parts.length === 0 && !isFull) return undefined
    const object = filesObject(fullStamp ?? (await nextStamp()))
    await vault.write(object, packed(parts, isFull ? texts : {}))
    shipped = next
    return object
  }

  const readLast = async (): Promise<void> => {
    const newest = (await vault.store.list(filesPrefix)).at(-1)
    lastMs = Math.max(lastMs, newest === undefined ? 0 : stampedMsOf(newest.name))
  }

  /** Later than any in the store, so that a restore reads the objects in their order: a clock may be set back. */
  const nextStamp = async (): Promise<string> => {
    const nowMs = clock.now().getTime()
    // Another process has the same wrong clock, and may have gone on counting from here.
    if (shipped !== undefined && nowMs <= lastMs) await readLast()
    lastMs = Math.max(nowMs, lastMs + 1)
    return `${stampOf(new Date(lastMs))}-${process.pid}`
  }

  const inTurn = (isFull: () => boolean): Promise<string | undefined> => {
    const result = turn.then(() => ship(isFull()))
    turn = result.catch(() => {})
    return result
  }

  return {
    /** A full copy. @returns its object's name */
    all: async (): Promise<string> => (await inTurn(() => true)) as string,
    /** What was added since the last time; everything, the first time. */
    added: () => inTurn(() => shipped === undefined),
  }
}

interface Part {
  readonly name: string
  readonly place: string
  readonly from: number
  readonly until: number
}

async function present(files: readonly KeptFile[]): Promise<{ name: string; place: string }[]> {
  const found = await Promise.all(
    files.map(async ({ name, place, extension }) => {
      if (extension === undefined) return [{ name, place }]
      const entries = await readdir(place).catch(() => [])
      return entries
        .filter((each) => each.endsWith(extension))
        .map((each) => ({ name: `${name}/${each}`, place: path.join(place, each) }))
    }),
  )
  return found.flat()
}

/** Each entry is named for where its content begins: `0/seals.jsonl`, `4096/seals.jsonl`. */
function packed(parts: readonly Part[], texts: KeptText): Content {
  const tar = pack()
  const fill = async () => {
    for (const part of parts) await addPart(tar, part)
    for (const [name, text] of Object.entries(texts)) await addText(tar, `0/${name}`, text)
    tar.finalize()
  }
  fill().catch((error: Error) => tar.destroy(error))
  return partsOf(tar)
}

async function addPart(tar: Pack, part: Part) {
  const chunks: Buffer[] = []
  if (part.until > part.from) {
    for await (const chunk of createReadStream(part.place, { start: part.from, end: part.until - 1 }))
      chunks.push(chunk)
  }
  await addText(tar, `${part.from}/${part.name}`, Buffer.concat(chunks))
}

/**
 * Puts the files of a backup together in a folder, as they were last: the world outside the database is not set back.
 *
 * @param from the first object, a full copy
 * @returns the names of the files
 */
export async function collectFiles(vault: Vault, from: string, dir: string): Promise<string[]> {
  const objects = (await vault.store.list(filesPrefix)).map(({ name }) => name).filter((name) => name >= from)
  const names = new Set<string>()
  for (const object of objects) {
    await eachEntry(vault.read(object), async (header, parts) => {
      const [offset = '', ...rest] = header.name.split('/')
      const name = rest.join('/')
      names.add(name)
      await writeAt(path.join(dir, ...rest), Number(offset), parts)
    })
  }
  return [...names].sort()
}

async function writeAt(file: string, offset: number, parts: Content): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600)
  try {
    let at = offset
    for await (const part of parts) {
      await handle.write(part, 0, part.length, at)
      at += part.length
    }
  } finally {
    await handle.close()
  }
}

/** What became of a file of the backup. */
export interface PlacedFile {
  readonly name: string
  readonly place: string
  /** False: a file is there, which is as new or newer, and stays. */
  readonly isRestored: boolean
}

/** Puts collected files where they belong, unless there is one: journals must never be set back. */
export async function placeFiles(
  names: readonly string[],
  dir: string,
  files: readonly KeptFile[],
): Promise<PlacedFile[]> {
  const placed: PlacedFile[] = []
  for (const name of names) {
    const place = placeOf(name, files)
    if (place === undefined) continue
    const isThere = (await stat(place).catch(() => undefined)) !== undefined
    if (!isThere) await copyWhole(path.join(dir, ...name.split('/')), place)
    placed.push({ name, place, isRestored: !isThere })
  }
  return placed
}

function placeOf(name: string, files: readonly KeptFile[]): string | undefined {
  for (const kept of files) {
    if (kept.extension === undefined && kept.name === name) return kept.place
    if (kept.extension !== undefined && name.startsWith(`${kept.name}/`) && name.endsWith(kept.extension))
      return path.join(kept.place, path.basename(name))
  }
  return undefined
}

async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  const draft = `${to}.restoring`
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(await readFile(from))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, to)
}
