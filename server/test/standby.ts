import { chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Account, unprivilegedAccount } from '../src/database/embedded/account.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/launch.ts'

export interface Standby {
  /** Superuser's URL of the database `postgres`. Its port may be another one after a start. */
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Starts it, after `stop`, as a primary of the same timeline: what a restored copy of the files is. */
  startAsPrimary(): Promise<void>
  /** Stops it, and removes its folder. */
  remove(): Promise<void>
}

/** A streaming standby of a running server, made by a base backup. */
export async function startStandby(primary: EmbeddedPostgres): Promise<Standby> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-standby-'))
  const data = path.join(dir, 'data')
  const label = await copyRunning(primary, dir)
  await writeFile(path.join(data, 'backup_label'), label)
  const signal = path.join(data, 'standby.signal')
  await writeFile(signal, '')
  await handOver(data, await unprivilegedAccount(primary.dataDir))
  const { hostname, port, username, password } = new URL(primary.url)
  const settings = {
    max_connections: '100',
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  }
  let running: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dir, settings })
  let { url } = running
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  const start = async () => {
    running = await startEmbeddedPostgres({ dir, settings })
    url = running.url
  }
  return {
    get url() {
      return url
    },
    stop,
    start,
    async startAsPrimary() {
      await rm(signal)
      await start()
    },
    async remove() {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** @returns the label of the backup */
async function copyRunning(primary: EmbeddedPostgres, dir: string): Promise<string> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await cp(path.join(primary.dir, 'password'), path.join(dir, 'password'))
    await cp(primary.dataDir, path.join(dir, 'data'), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'postmaster.pid',
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    return (rows[0] as { labelfile: string }).labelfile
  } finally {
    await client.end()
  }
}

/** What root has copied belongs to the account that PostgreSQL runs as. */
async function handOver(folder: string, account: Account): Promise<void> {
  if (account === undefined) return
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    [folder, ...names.map((name) => path.join(folder, name))].map((each) =>
      chown(each, account.uid, account.gid),
    ),
  )
}
