import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unprivilegedAccount } from '../dist/database/embedded/account.js'
import { choosePort } from '../dist/database/embedded/port.js'
import { loginsOf } from '../dist/database/login.js'

// JavaScript, because the benchmarks start it as well; pgbouncer.d.mts has its types.

const startWithinMs = 60_000

export const pgbouncerHere = ['/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer'].find(existsSync)

export async function startPgBouncer(adminUrl, poolSize) {
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
  const child = spawn(pgbouncerHere, ['-q', config], { ...account, stdio: 'ignore' })
  const exit = once(child, 'exit')
  const via = (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exit
    await rm(dir, { recursive: true, force: true })
  }
  for (const until = Date.now() + startWithinMs; !(await answers(via(adminUrl))); await sleep(50)) {
    if (Date.now() < until && child.exitCode === null) continue
    const told = await readFile(log, 'utf8').catch(() => '')
    await close()
    throw new Error(`PgBouncer did not start:\n${told}`)
  }
  return { via, close }
}

async function answers(url) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
