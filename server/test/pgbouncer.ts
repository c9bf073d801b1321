import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { unprivilegedAccount } from '../src/database/embedded/account.ts'
import { choosePort } from '../src/database/embedded/port.ts'
import { loginsOf } from '../src/database/login.ts'
import { patient } from './patience.ts'

/** A PgBouncer in front of a PostgreSQL of ours. */
export interface PgBouncer {
  /** The same database and login, through the pooler. */
  via(url: string): string
  close(): Promise<void>
}

/** Where Debian's package installs it (`apt-get install pgbouncer`); undefined without it. */
export const pgbouncerHere: string | undefined = ['/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer'].find(
  existsSync,
)

/**
 * Debian's PgBouncer in transaction mode, with its own defaults for everything that is not named here.
 *
 * @param adminUrl superuser's URL of the server
 * @param poolSize connections to PostgreSQL for each database and login
 */
export async function startPgBouncer(adminUrl: string, poolSize: number): Promise<PgBouncer> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-pgbouncer-'))
  const account = await unprivilegedAccount(dir)
  const port = await choosePort(undefined)
  const admin = new URL(adminUrl)
  const logins = loginsOf(adminUrl)
  const known = [logins.apiUrl, logins.workerUrl, adminUrl].map((url) => new URL(url))
  const users = path.join(dir, 'users.txt')
  const config = path.join(dir, 'pgbouncer.ini')
  const log = path.join(dir, 'log')
  await writeFile(users, known.map(({ username, password }) => `"${username}" "${password}"\n`).join(''))
  await writeFile(
    config,
    [
      '[databases]',
      `* = host=${admin.hostname} port=${admin.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 200',
      `logfile = ${log}`,
      '',
    ].join('\n'),
  )
  if (account !== undefined)
    for (const file of [dir, users, config]) await chown(file, account.uid, account.gid)
  const child = spawn(pgbouncerHere as string, ['-q', config], { ...account, stdio: 'ignore' })
  const exit = once(child, 'exit')
  const via = (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exit
    await rm(dir, { recursive: true, force: true })
  }
  for (const until = Date.now() + patient(10_000); !(await answers(via(adminUrl))); ) {
    if (Date.now() < until && child.exitCode === null) continue
    const told = await readFile(log, 'utf8').catch(() => '')
    await close()
    throw new Error(`PgBouncer did not start:\n${told}`)
  }
  return { via, close }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select')
    return true
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
