import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { run, unprivilegedAccount } from '../src/database/embedded/account.ts'
import { choosePort } from '../src/database/embedded/port.ts'
import { patient } from './patience.ts'

/** A server of the system's own PostgreSQL, in a temporary folder. */
export interface DebianPostgres {
  /** Superuser's URL of the database `postgres`. */
  readonly url: string
  /** Ends it as a power failure does. */
  kill(): Promise<void>
  /** Starts it again. */
  start(): Promise<void>
  /** Stops all its processes, as on a machine that hangs, until it is resumed. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

const installations = '/usr/lib/postgresql'

/** The newest PostgreSQL that Debian's packages have installed, such as `15`; undefined without one. */
export async function debianMajor(): Promise<string | undefined> {
  const majors = await readdir(installations).catch(() => [])
  return majors
    .filter((each) => /^\d+$/.test(each))
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
}

export const startDebianPostgres = (major: string): Promise<DebianPostgres> =>
  startInstalledPostgres(path.join(installations, major, 'bin'))

/**
 * @param bin folder of the programs of an installed PostgreSQL
 * @param auth how logins over TCP are admitted
 */
export async function startInstalledPostgres(
  bin: string,
  settings: Readonly<Record<string, string>> = {},
  auth: 'scram-sha-256' | 'trust' = 'scram-sha-256',
): Promise<DebianPostgres> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-debian-'))
  const data = path.join(dir, 'data')
  const passwordFile = path.join(dir, 'password')
  await writeFile(passwordFile, 'super\n', { mode: 0o600 })
  const account = await unprivilegedAccount(data)
  if (account !== undefined)
    for (const each of [dir, passwordFile]) await chown(each, account.uid, account.gid)
  const must = async (program: string, args: readonly string[], keepOutput = true) => {
    const { code, output } = await run(account, path.join(bin, program), args, keepOutput)
    if (code === 0) return
    const log = await readFile(path.join(dir, 'log'), 'utf8').catch(() => '')
    await rm(dir, { recursive: true, force: true })
    throw new Error(`${program} failed: ${output}${log}`)
  }
  await must('initdb', [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    `--auth=${auth}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ])
  const port = await choosePort(undefined)
  const options = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    ...settings,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const start = () =>
    must(
      'pg_ctl',
      ['start', '--wait', '--silent', '-D', data, '-l', path.join(dir, 'log'), '-o', options],
      false,
    )
  await start()
  let isKilled = false
  return {
    url: `postgres://postgres:super@127.0.0.1:${port}/postgres`,
    async start() {
      await start()
      isKilled = false
    },
    pause: () => signalServer(data, 'SIGSTOP').then(() => {}),
    resume: () => signalServer(data, 'SIGCONT').then(() => {}),
    async kill() {
      isKilled = true
      await killServer(data)
    },
    async stop() {
      if (!isKilled) await must('pg_ctl', ['stop', '--wait', '--silent', '--mode=fast', '-D', data])
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Sends a signal to all processes of the server of a data directory; returns their ids. */
async function signalServer(data: string, signal: NodeJS.Signals): Promise<number[]> {
  const pid = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const started = (await run(undefined, 'pgrep', ['--parent', String(pid)])).output.split('\n').map(Number)
  const all = [pid, ...started.filter((child) => child > 0)]
  for (const each of all) process.kill(each, signal)
  return all
}

/** Waits until all of it is gone. */
async function killServer(data: string): Promise<void> {
  const killed = await signalServer(data, 'SIGKILL')
  await vi.waitFor(() => expect(killed.filter(isRunning)).toEqual([]), {
    timeout: patient(10_000),
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
