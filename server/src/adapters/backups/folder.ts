import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BackupStore, type Content, type StoredObject, StoreFault } from '../../backup/store.ts'

/** Files that are being written have this in their name, and are not listed. */
const unfinished = '.part-'
const isDraft = (file: string): boolean => path.basename(file).includes(unfinished)

/** Backups in a folder, such as one on another disk or a mounted share. */
export function folderStore(dir: string): BackupStore {
  const fileOf = (name: string) => path.join(dir, ...name.split('/'))

  return {
    place: dir,
    async put(name, content) {
      const file = fileOf(name)
      const draft = `${file}${unfinished}${randomBytes(4).toString('hex')}`
      try {
        await makeFolders(dir, path.dirname(file))
        await writeSynced(draft, content)
        await rename(draft, file)
        await syncFolder(path.dirname(file))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw faultOf(error, `${file} cannot be written`)
      }
    },
    async *get(name) {
      try {
        yield* createReadStream(fileOf(name), { highWaterMark: 1024 * 1024 })
      } catch (error) {
        throw faultOf(error, `${fileOf(name)} cannot be read`)
      }
    },
    async size(name) {
      try {
        return (await stat(fileOf(name))).size
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw faultOf(error, `${fileOf(name)} cannot be read`)
      }
    },
    async list(prefix) {
      const files = (await filesIn(dir))
        .filter((file) => !isDraft(file))
        .map((file) => path.relative(dir, file).split(path.sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .sort()
      const found = await Promise.all(files.map((name) => described(name, fileOf(name))))
      return found.filter((each) => each !== undefined)
    },
    remove: (names) => removed(dir, names.map(fileOf)),
    async removeDrafts(before) {
      const drafts = (await filesIn(dir)).filter(isDraft)
      const found = await Promise.all(drafts.map((file) => described(file, file)))
      const old = found.flatMap((each) => (each !== undefined && each.storedAt < before ? [each.name] : []))
      await removed(dir, old)
    },
    close() {},
  }
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw faultOf(error, `${dir} cannot be read`)
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function removed(dir: string, files: readonly string[]): Promise<void> {
  try {
    for (const file of files) await rm(file, { force: true })
  } catch (error) {
    throw faultOf(error, `Old backups in ${dir} cannot be deleted`)
  }
}

async function described(name: string, file: string): Promise<StoredObject | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found && { name, bytes: found.size, storedAt: found.mtime }
}

/** The store's own folder has to exist: a disk that is not mounted must not be taken for an empty one. */
async function makeFolders(dir: string, folder: string): Promise<void> {
  await stat(dir)
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncFolder(path.dirname(made))
}

async function writeSynced(file: string, content: Content): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of content) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Faults of the content that was being written stay what they are. */
function faultOf(error: unknown, what: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return code === undefined || syscall === undefined
    ? error
    : new StoreFault(`${what}: ${message}`, { cause: error })
}
