import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run, unprivilegedAccount } from '../dist/database/embedded/account.js'
import { choosePort } from '../dist/database/embedded/port.js'
import { clusterCpuMs } from './cpu.mjs'

const usual = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  // As the bundled PostgreSQL has it.
  jit: 'off',
  log_line_prefix: '%m [%p] ',
}

/**
 * A server of the system's own PostgreSQL in a temporary folder, as durable as in production. Whoever comes from this machine
 * is admitted.
 *
 * @param {string} bin folder of its programs
 * @param {Readonly<Record<string, string>>} settings
 */
export async function startInstalledPostgres(bin, settings = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-bench-'))
  const data = path.join(dir, 'data')
  const log = path.join(dir, 'log')
  const account = await unprivilegedAccount(data)
  if (account !== undefined) await chown(dir, account.uid, account.gid)
  const must = async (program, args, keepsOutput = true) => {
    const { code, output } = await run(account, path.join(bin, program), args, keepsOutput)
    if (code !== 0) throw new Error(`${program}: ${output}${await readFile(log, 'utf8').catch(() => '')}`)
  }
  const remove = () => rm(dir, { recursive: true, force: true })
  try {
    await must('initdb', [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
    ])
    const port = await choosePort(undefined)
    const options = Object.entries({ ...usual, port: String(port), ...settings }).map(
      ([name, value]) => `-c ${name}='${value}'`,
    )
    await must(
      'pg_ctl',
      ['start', '--wait', '--silent', '-D', data, '-l', log, '-o', options.join(' ')],
      false,
    )
    const postmaster = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    return {
      /** Superuser's address of the database `postgres`. */
      url: `postgres://postgres:super@127.0.0.1:${port}/postgres`,
      databaseMs: () => clusterCpuMs(postmaster),
      log: () => readFile(log, 'utf8'),
      async stop() {
        await must('pg_ctl', ['stop', '--wait', '--silent', '--mode=fast', '-D', data])
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
