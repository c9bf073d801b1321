import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Account } from './account.ts'
import { findBinaries } from './binaries.ts'
import { dataDirOf, logOf, passwordFileOf } from './cluster.ts'
import { settle, startEmbeddedPostgres } from './launch.ts'
import { findPostmaster } from './postmaster.ts'

/** The folder of a cluster that is to be restored. */
export interface EmptyPlace {
  readonly dir: string
  readonly account: Account
  /** The version of the PostgreSQL here, such as `18`. */
  readonly major: string
}

/** What is in the way of a restore. */
export interface Occupied {
  readonly dataDir: string
  /** The process of a running server. */
  readonly pid: number | undefined
}

/** Whether there is a cluster, running or not. @param dir as for `startEmbeddedPostgres` */
export async function hasCluster(dir: string): Promise<boolean> {
  return 'pid' in (await placeForRestore(dir))
}

/** @param dir the cluster's folder, as for `startEmbeddedPostgres` */
export async function placeForRestore(dir: string): Promise<EmptyPlace | Occupied> {
  const place = await settle(path.resolve(dir))
  const dataDir = dataDirOf(place)
  const entries = await readdir(dataDir).catch(() => undefined)
  if (entries !== undefined && entries.length > 0) {
    const found = await findPostmaster(dataDir)
    return { dataDir, pid: found?.state === 'ready' || found?.state === 'busy' ? found.pid : undefined }
  }
  const { major } = await findBinaries(
    place.account,
    place.account === undefined ? place.dir : '/var/lib/mostrador',
  )
  return { ...place, major }
}

/** A cluster that is being put together beside the place that it will have. */
export interface Staging {
  readonly dir: string
  readonly dataDir: string
  readonly account: Account
  /** Gives it its place. */
  settle(): Promise<void>
  /** Removes it, unless it has its place. */
  remove(): Promise<void>
}

const stagingName = /^restoring-/

export async function stage(place: EmptyPlace): Promise<Staging> {
  // Of a restore that was killed.
  for (const name of await readdir(place.dir))
    if (stagingName.test(name)) await rm(path.join(place.dir, name), { recursive: true, force: true })
  const dir = path.join(place.dir, `restoring-${randomBytes(4).toString('hex')}`)
  const dataDir = path.join(dir, 'data')
  for (const each of [dir, dataDir]) {
    await mkdir(each, { mode: 0o700 })
    if (place.account !== undefined) await chown(each, place.account.uid, place.account.gid)
  }
  return {
    dir,
    dataDir,
    account: place.account,
    async settle() {
      const password = await readFile(path.join(dir, 'password'))
      await writeFile(passwordFileOf(place), password, { mode: 0o600 })
      await rm(dataDirOf(place), { recursive: true, force: true })
      await rename(dataDir, dataDirOf(place))
      await rm(dir, { recursive: true, force: true })
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

interface RecoveryOptions {
  readonly staging: Staging
  /** Until when; undefined: to the end of WAL. */
  readonly until: Date | undefined
  readonly timeline: number
  /** Settings of the cluster that wrote the WAL, which must not be lower here. */
  readonly capacities: Readonly<Record<string, string>>
  /** Writes an archived file to `to`; false: it does not exist. */
  readonly fetch: (name: string, to: string) => Promise<boolean>
}

export interface Recovered {
  /** When the last transaction that was brought back had committed; undefined: none after the backup. */
  readonly lastCommitAt: Date | undefined
}

/** WAL ended before the moment that was asked for. */
export class RecoveryEndedEarly extends Error {
  override readonly name = 'RecoveryEndedEarly'
  readonly lastCommitAt: Date | undefined
  constructor(lastCommitAt: Date | undefined) {
    super('recovery ended before the target')
    this.lastCommitAt = lastCommitAt
  }
}

const lastCommit = /last completed transaction was at log time ([\d-]+ [\d:.]+)\+00/

/**
 * Starts PostgreSQL on the copy, and lets it replay WAL until the moment. Then it is a cluster of its own, on a new
 * timeline, and stopped.
 *
 * @throws RecoveryEndedEarly, whatever `fetch` throws, and Error with the end of PostgreSQL's log
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { staging, until, timeline, capacities } = options
  await writeOwned(staging, path.join(staging.dataDir, 'recovery.signal'), '')
  const box = await openMailbox(staging, options.fetch)
  try {
    const server = await startEmbeddedPostgres({
      dir: staging.dir,
      settings: {
        ...capacities,
        restore_command: box.command,
        recovery_target_timeline: String(timeline),
        ...(until !== undefined && {
          recovery_target_time: until.toISOString().replace('Z', '+00'),
          recovery_target_action: 'promote',
        }),
        // Nothing takes it away yet. So what is written here, the timeline's history too, waits for the shop's first start.
        archive_mode: 'on',
        hot_standby: 'on',
      },
    })
    try {
      await promoted(server.url)
    } finally {
      await server.stop()
    }
  } catch (error) {
    box.failure()
    const log = await readFile(logOf({ dir: staging.dir } as never), 'utf8').catch(() => '')
    if (log.includes('recovery ended before configured recovery target was reached'))
      throw new RecoveryEndedEarly(lastCommitIn(log))
    throw error
  } finally {
    await box.close()
  }
  return { lastCommitAt: lastCommitIn(await readFile(logOf({ dir: staging.dir } as never), 'utf8')) }
}

function lastCommitIn(log: string): Date | undefined {
  const found = lastCommit.exec(log)?.[1]
  return found === undefined ? undefined : new Date(`${found.replace(' ', 'T')}Z`)
}

async function promoted(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'mostrador-restore' })
    client.on('error', () => {})
    try {
      await client.connect()
      for (;;) {
        const { rows } = await client.query<{ recovering: boolean }>(
          'select pg_is_in_recovery() as recovering',
        )
        if (rows[0]?.recovering === false) return
        await sleep(100)
      }
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/*
 * PostgreSQL asks for each file by a command that it runs as its own account, which may not be able to run our Node,
 * and a Node for each segment would take longer than the segment. So the command is a few lines of shell that leave a
 * note and wait for the file. An exit code above 125 ends the recovery instead of the WAL.
 */
const fetchScript = `#!/bin/sh
box=$1; name=$2; to=$3
: > "$box/wanted/$name" || exit 255
tries=0
while [ $tries -lt 36000 ]; do
  if [ -e "$box/ready/$name" ]; then mv "$box/ready/$name" "$to" && exit 0; exit 255; fi
  if [ -e "$box/absent/$name" ]; then rm -f "$box/absent/$name"; exit 1; fi
  if [ -e "$box/failed" ]; then exit 255; fi
  if [ -d /proc/self ] && [ ! -d "/proc/$4" ]; then exit 255; fi
  tries=$((tries + 1)); sleep 0.05
done
exit 255
`

async function openMailbox(staging: Staging, fetch: RecoveryOptions['fetch']) {
  const dir = path.join(staging.dir, 'mailbox')
  for (const each of ['', 'wanted', 'ready', 'absent']) {
    await mkdir(path.join(dir, each), { mode: 0o700 })
    await own(staging, path.join(dir, each))
  }
  const script = path.join(dir, 'fetch.sh')
  await writeOwned(staging, script, fetchScript)
  await chmod(script, 0o700)

  let isOpen = true
  let failure: unknown
  const answer = async (name: string): Promise<void> => {
    const draft = path.join(dir, `${name}.part`)
    await rm(path.join(dir, 'wanted', name), { force: true })
    const isThere = await fetch(name, draft)
    if (!isThere) await writeFile(draft, '', { mode: 0o600 })
    await own(staging, draft)
    // Renamed when it is finished: the script takes an answer away as soon as it sees one.
    await rename(draft, path.join(dir, isThere ? 'ready' : 'absent', name))
  }
  const serve = async (): Promise<void> => {
    while (isOpen) {
      try {
        for (const name of await readdir(path.join(dir, 'wanted'))) await answer(name)
      } catch (error) {
        failure ??= error
        await writeOwned(staging, path.join(dir, 'failed'), '')
        return
      }
      await sleep(20)
    }
  }
  const serving = serve()
  return {
    command: `/bin/sh ${quoted(script)} ${quoted(dir)} "%f" "%p" ${process.pid}`,
    /** Throws what has stopped the recovery, if it was the fetching. */
    failure() {
      if (failure !== undefined) throw failure
    },
    async close() {
      isOpen = false
      await serving
    },
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

async function writeOwned(staging: Staging, file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 })
  await own(staging, file)
}

async function own({ account }: Staging, file: string): Promise<void> {
  if (account !== undefined) await chown(file, account.uid, account.gid)
}
