import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { JournalFault } from '../../audit/authority/journal.ts'
import type { SealStatement } from '../../audit/log/seal.ts'
import type { SealJournal } from '../../audit/log/sealing.ts'

/**
 * Seals in a file, one line of JSON each; created with the first one, and synced to disk before it returns.
 */
export function sealFile(file: string): SealJournal {
  return {
    async append(seal) {
      await mkdir(path.dirname(file), { recursive: true })
      const handle = await open(file, 'a+', 0o600)
      try {
        await cutUnfinishedLine(handle)
        await handle.appendFile(`${JSON.stringify(seal)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    async read() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      // Text after the last line break was being written when the disk was full or the process died.
      const written = text.split('\n').slice(0, -1)
      return written.flatMap((line, at) => (line === '' ? [] : [parsed(line, `${file}:${at + 1}`)]))
    },
  }
}

/** The next seal would continue a line that was not written to its end. Its own is valid without its line. */
async function cutUnfinishedLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat()
  const last = Buffer.alloc(1)
  if (size > 0) await handle.read(last, 0, 1, size - 1)
  if (size === 0 || last.toString() === '\n') return
  await handle.truncate((await handle.readFile()).lastIndexOf('\n') + 1)
}

function parsed(line: string, place: string): SealStatement {
  try {
    return JSON.parse(line) as SealStatement
  } catch (cause) {
    throw new JournalFault(
      `${place} is not a seal: the file was altered. Put it back from a copy, or move it away; without it an older database is not found by its seals.`,
      { cause },
    )
  }
}
