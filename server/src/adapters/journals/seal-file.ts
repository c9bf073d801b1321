import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { JournalFault } from '../../audit/authority/journal.ts'
import type { SealStatement } from '../../audit/log/seal.ts'
import type { SealJournal } from '../../audit/log/sealing.ts'
import { endOfLines, lastLineOf, linesOf } from './lines.ts'

/**
 * Seals in a file, one line of JSON each; created with the first one, and synced to disk before it returns. It grows for ever,
 * so it is never read into memory.
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
    async last() {
      const line = await lastLineOf(file).catch(noneYet)
      if (line === undefined) return undefined
      let last = sealIn(line)
      if (last !== undefined) return last
      // To name the line that is no seal, all are read.
      for await (const seal of sealsOf(file)) last = seal
      return last
    },
    async read() {
      const found = await stat(file).catch(noneYet)
      return sealsOf(file, found?.size ?? 0)
    },
  }
}

/** Undefined for a file that nobody has written yet. @throws the error of any other file */
function noneYet(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** The seals in the first bytes of a file. @param bytes absent: in all of it */
async function* sealsOf(file: string, bytes?: number): AsyncGenerator<SealStatement> {
  let no = 0
  for await (const line of linesOf(file, bytes)) {
    no++
    if (line === '') continue
    const seal = sealIn(line)
    if (seal === undefined)
      throw new JournalFault(
        `${file}:${no} is not a seal: the file was altered. Put it back from a copy, or move it away; without it an older database is not found by its seals.`,
      )
    yield seal
  }
}

/** The next seal would continue a line that was not written to its end. Its own is valid without its line. */
async function cutUnfinishedLine(handle: FileHandle): Promise<void> {
  const [{ size }, end] = [await handle.stat(), await endOfLines(handle)]
  if (end < size) await handle.truncate(end)
}

function sealIn(line: string): SealStatement | undefined {
  try {
    const seal = JSON.parse(line) as SealStatement | null
    return typeof seal?.no === 'number' ? seal : undefined
  } catch {
    return undefined
  }
}
