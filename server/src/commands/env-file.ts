import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual, parseEnv } from 'node:util'
import { ConfigError } from '../config.ts'

export type EnvironmentFile = Readonly<Record<string, string>>

/** The variables of a file with lines `NAME=value`; empty when there is none. */
export async function readEnvironmentFile(file: string): Promise<EnvironmentFile> {
  return parseEnv(await textOf(file)) as EnvironmentFile
}

/** Empty when there is none. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    if (code === 'EISDIR') throw new ConfigError(`${file} is a folder: name a file in it`)
    throw Object.assign(error as Error, { path: file })
  }
}

/**
 * Changes these variables in the file, and leaves every other line of it as it is. The file is its owner's only, and is
 * written whole or not at all. systemd (`EnvironmentFile=`), a shell and Docker read it the same way, so new values that would
 * need quotes are refused.
 *
 * @throws ConfigError for such a value, and for a file whose lines cannot be told apart
 */
export async function changeEnvironmentFile(file: string, changes: EnvironmentFile): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    if (!/^[\w./:@+=,?%~-]*$/.test(value))
      throw new ConfigError(
        `${name} has characters that would need quotes in ${file}, which systemd and a shell read differently. Choose another value.`,
      )
  }
  const before = await textOf(file)
  const text = Object.entries(changes).reduce(withLine, before === '' ? heading : before)
  if (!isDeepStrictEqual({ ...parseEnv(text) }, { ...parseEnv(before), ...changes }))
    throw new ConfigError(
      `${file} has a value of several lines, so nothing was changed in it. Set there yourself: ${Object.keys(changes).join(', ')}`,
    )
  await replaceFile(file, text)
}

const heading = '# Written by mostrador setup. Keep it secret: it opens the database.\n'

/** The last line of a variable is the one that counts. */
function withLine(text: string, [name, value]: readonly [string, string]): string {
  const line = `${name}=${value}`
  const last = [...text.matchAll(new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'gm'))].at(-1)
  if (last === undefined) return `${text}${text.endsWith('\n') ? '' : '\n'}${line}\n`
  return text.slice(0, last.index) + line + text.slice(last.index + last[0].length)
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}
