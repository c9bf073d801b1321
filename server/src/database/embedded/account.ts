import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'

/** The account that runs PostgreSQL: `undefined` is our own. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

/** Why the packaged PostgreSQL cannot run on this machine, and what to do about it. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}

export interface CommandResult {
  /** Exit code; `undefined` when the file could not be started or a signal ended it. */
  readonly code: number | undefined
  /** Standard output and standard error, as they came. */
  readonly output: string
}

/**
 * PostgreSQL refuses to run as root, so root uses an existing account: the owner of the cluster if there is
 * one, otherwise the person behind sudo, otherwise a system account. Never creates one.
 *
 * @throws CannotRun when root has no such account
 */
export async function unprivilegedAccount(dataDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataDir).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of [process.env['SUDO_USER'], 'postgres', '_postgres', 'nobody', 'daemon']) {
    if (name === undefined || name === '') continue
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)])
    if (uid !== undefined && uid !== 0 && gid !== undefined) return { uid, gid }
  }
  throw new CannotRun(
    'Running as root, and there is no account to run PostgreSQL as (postgres, nobody or daemon). ' +
      'Run as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Asks `id`, because on macOS and with directory services /etc/passwd is incomplete. */
async function idOf(flag: '-u' | '-g', name: string): Promise<number | undefined> {
  const { code, output } = await run(undefined, 'id', [flag, name])
  const id = Number(output.trim())
  // macOS numbers `nobody` -2, shown as 4294967294, which cannot be used to start a process from here.
  return code === 0 && Number.isInteger(id) && id >= 0 && id < 2 ** 31 ? id : undefined
}

/**
 * Runs a program as `account` until it exits. Its input is empty.
 *
 * @param keepOutput false for a program that leaves a server behind: on Windows that inherits the pipe and
 * the output would never end
 */
export function run(
  account: Account,
  file: string,
  args: readonly string[],
  keepOutput = true,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...account,
      cwd: filesystemRoot,
      env: cleanEnvironment(),
      stdio: ['ignore', keepOutput ? 'pipe' : 'ignore', keepOutput ? 'pipe' : 'ignore'],
      windowsHide: true,
    })
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => resolve({ code: undefined, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? undefined, output }))
  })
}

/**
 * The account may not be able to enter our working directory, and PostgreSQL must start in one it can enter.
 */
export const filesystemRoot = path.parse(process.cwd()).root

/** Our environment without PG* variables, which refer to another server. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PG[A-Z]/.test(name)))
}

/** Whether `account` can enter `dir`; a clone below /root (0700) is closed to others. */
export async function canEnter(account: Account, dir: string): Promise<boolean> {
  if (account === undefined) return true
  const { code } = await run(account, '/bin/sh', ['-c', 'test -x "$0"', dir])
  return code === 0
}
