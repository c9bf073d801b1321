import { readFile, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { commandLine, isAlive } from './process-list.ts'

/** The contents of `postmaster.pid`, and whether they are still valid. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /**
   * `gone` (a stale file), `stranger` (the pid was reused by another process), `busy` (starting or stopping).
   */
  readonly state: 'gone' | 'stranger' | 'busy' | 'ready'
}

/** The server named by this cluster's `postmaster.pid`; `undefined` when there is no such file. */
export async function findPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFileOf(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // Its lines: pid, cluster, start time, port, socket folder, address, shared memory, state.
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!(pid > 0) || !isAlive(pid)) return { pid, port, state: 'gone' }
  if (!(await isPostmasterOf(pid, dataDir))) return { pid, port, state: 'stranger' }
  return { pid, port, state: lines[7] === 'ready' ? 'ready' : 'busy' }
}

async function isPostmasterOf(pid: number, dataDir: string): Promise<boolean> {
  const command = await commandLine(pid)
  // Windows does not show the arguments of a process, so there the program name has to do.
  return /postgres/.test(command) && (process.platform === 'win32' || command.includes(dataDir))
}

/**
 * Removes the file of a reused pid; PostgreSQL itself removes one of an ended process, after its own checks.
 */
export async function forgetPostmaster(dataDir: string): Promise<void> {
  await rm(pidFileOf(dataDir), { force: true })
}

/** Whether the server behind `url` accepts our password and serves exactly this cluster. */
export async function serves(url: string, dataDir: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const shown = rows[0]?.data_directory
    return shown !== undefined && (await realpath(path.resolve(shown))) === (await realpath(dataDir))
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function pidFileOf(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid')
}
