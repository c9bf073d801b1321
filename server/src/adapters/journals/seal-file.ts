import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SealStatement } from '../../audit/log/seal.ts'
import type { SealJournal } from '../../audit/log/sealing.ts'

/**
 * Seals in a file, one line of JSON each; created with the first one, and synced to disk before it returns.
 */
export function sealFile(file: string): SealJournal {
  return {
    async append(seal) {
      await mkdir(path.dirname(file), { recursive: true })
      const handle = await open(file, 'a', 0o600)
      try {
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
      return text
        .split('\n')
        .flatMap((line, place) => (line === '' ? [] : [parsed(line, `${file}:${place + 1}`)]))
    },
  }
}

function parsed(line: string, place: string): SealStatement {
  try {
    return JSON.parse(line) as SealStatement
  } catch {
    throw new Error(`${place} is not a seal: the file was truncated or altered`)
  }
}
