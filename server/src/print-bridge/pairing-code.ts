import { randomInt } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 20

/** A new code of 100 bits, in groups of four, to be typed into a till. */
function newPairingCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return (code.match(/.{4}/g) ?? []).join('-')
}

/**
 * The code of this computer, which stays the same until its file is deleted. Only this user may read it.
 *
 * @throws Error of node when the file can be neither read nor written
 */
export async function keptPairingCode(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (kept.trim() !== '') return kept.trim()
  const code = newPairingCode()
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${code}\n`, { mode: 0o600 })
  return code
}
