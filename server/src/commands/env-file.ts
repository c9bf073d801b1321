import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from '../config.ts'

export type EnvironmentFile = Readonly<Record<string, string>>

/** The variables of a file with lines `NAME=value`; empty when there is none. */
export async function readEnvironmentFile(file: string): Promise<EnvironmentFile> {
  try {
    return parseEnv(await readFile(file, 'utf8')) as EnvironmentFile
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    if (code === 'EISDIR') throw new ConfigError(`${file} is a folder: name a file in it`)
    throw Object.assign(error as Error, { path: file })
  }
}

/**
 * Writes the file for its owner only, whole or not at all. systemd (`EnvironmentFile=`), a shell and Docker
 * read it the same way, so values that would need quotes are refused.
 *
 * @throws TypeError for such a value
 */
export async function writeEnvironmentFile(file: string, values: EnvironmentFile): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (!/^[\w./:@+=,?%~-]*$/.test(value)) throw new TypeError(`${name} has characters that need quotes`)
  }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(
      `# Written by mostrador setup. Keep it secret: it opens the database.\n${lines.join('\n')}\n`,
    )
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}
