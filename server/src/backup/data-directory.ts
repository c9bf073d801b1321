import { once } from 'node:events'
import { constants } from 'node:fs'
import { chown, mkdir, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { extract, type Header, type Pack, pack } from 'tar-stream'
import type { Account } from '../database/embedded/account.ts'
import { Damaged } from './cipher.ts'
import { BackupFault, type Content } from './store.ts'

// What the manual says to leave out ("Making a Base Backup Using the Low Level API"): the folder stays, empty.
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init[^/]*|pgsql_tmp[^/]*|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|recovery\.signal|standby\.signal)$/
/** Copied after everything else, as pg_basebackup does. */
const control = 'global/pg_control'

/**
 * A running cluster's data directory as a tar. Files that change or vanish meanwhile are no fault: WAL since the
 * start of the backup brings them to one state.
 *
 * @param atEnd further files, asked for after everything was copied
 */
export function packDataDirectory(dir: string, atEnd: () => Promise<Record<string, string>>): Content {
  const tar = pack()
  fill(tar, dir, atEnd).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  )
  return partsOf(tar)
}

async function fill(tar: Pack, dir: string, atEnd: () => Promise<Record<string, string>>): Promise<void> {
  await addFolder(tar, dir, '')
  await addFile(tar, path.join(dir, control), control)
  // In it PostgreSQL expects this folder.
  await added(tar, { name: 'pg_wal/archive_status', type: 'directory', mode: 0o700 })
  for (const [name, text] of Object.entries(await atEnd())) {
    if (text !== '') await addText(tar, name, text)
  }
}

async function addFolder(tar: Pack, root: string, folder: string): Promise<void> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(ignoreVanished)
  for (const entry of entries ?? []) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (leftOut.test(name) || name === control) continue
    if (entry.isDirectory()) {
      await added(tar, { name, type: 'directory', mode: 0o700 })
      if (!emptied.has(name)) await addFolder(tar, root, name)
    } else if (entry.isFile()) await addFile(tar, path.join(root, name), name)
    else
      throw new BackupFault(
        `${path.join(root, name)} is a link, and what it leads to would not be in the backup.`,
      )
  }
}

const ignoreVanished = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

async function addFile(tar: Pack, file: string, name: string): Promise<void> {
  const handle = await open(file, 'r').catch(ignoreVanished)
  if (handle === undefined) return
  try {
    const { size } = await handle.stat()
    const entry = tar.entry({ name, size, mode: 0o600 })
    const done = once(entry, 'finish')
    done.catch(() => {})
    let left = size
    // A file that has shrunk meanwhile is filled up; one that has grown is cut: its header has been written.
    while (left > 0) {
      const buffer = Buffer.alloc(Math.min(left, 1024 * 1024))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length)
      const part = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
      left -= part.length
      if (!entry.write(part)) await once(entry, 'drain')
    }
    entry.end(undefined)
    await done
  } finally {
    await handle.close()
  }
}

export async function addText(tar: Pack, name: string, text: string | Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()))
  })
}

async function added(tar: Pack, header: Parameters<Pack['entry']>[0]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.entry(header, (error) => (error ? reject(error) : resolve()))
  })
}

/** Writes the files of such a tar into an empty folder, as the account that PostgreSQL runs as. */
export async function unpackDataDirectory(content: Content, dir: string, account: Account): Promise<void> {
  await eachEntry(content, async (header, parts) => {
    const place = path.join(dir, ...safeParts(header.name))
    if (header.type === 'directory') await mkdir(place, { recursive: true, mode: 0o700 })
    else {
      const handle = await open(place, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
      try {
        for await (const part of parts) await handle.writeFile(part)
      } finally {
        await handle.close()
      }
    }
    if (account !== undefined) await chown(place, account.uid, account.gid)
  })
  if ((await stat(path.join(dir, 'backup_label')).catch(() => undefined)) === undefined)
    throw new Damaged(dir, 'it has no backup_label')
}

/** Reads a tar, one entry after the other. */
export async function eachEntry(
  content: Content,
  read: (header: Header, parts: Content) => Promise<void>,
): Promise<void> {
  const tar = extract()
  const source = Readable.from(content, { objectMode: false })
  let failure: Error | undefined
  source.on('error', (error) => {
    failure = error
    tar.destroy(error)
  })
  source.pipe(tar)
  try {
    for await (const entry of tar) await read(entry.header, partsOf(entry))
  } catch (error) {
    // Of a broken source the tar only says that it was destroyed.
    throw failure ?? error
  }
}

/** What a stream of tar gives, in our words: its chunks have no type. */
export async function* partsOf(stream: AsyncIterable<unknown>): Content {
  for await (const part of stream) yield part as Buffer
}

function safeParts(name: string): string[] {
  const parts = name.split('/').filter((part) => part !== '')
  if (parts.length === 0 || parts.some((part) => part === '..' || part === '.' || part.includes('\\')))
    throw new Damaged(name, 'its name leads out of the folder')
  return parts
}
