import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../adapters/clock/clock.ts'
import { archiveDirOf } from '../database/embedded/cluster.ts'
import {
  type EmptyPlace,
  type Occupied,
  placeForRestore,
  RecoveryEndedEarly,
  recover,
  type Staging,
  stage,
} from '../database/embedded/recovery.ts'
import { unpackDataDirectory } from './data-directory.ts'
import { collectFiles, type KeptFile, type PlacedFile, placeFiles } from './files.ts'
import { checkMarker, type Manifest, readManifests, readMarker } from './manifest.ts'
import { passwordName, settingsText, walObject } from './names.ts'
import { waitingOnDisk } from './shipping.ts'
import { BackupFault, type Content } from './store.ts'
import { archivedNames, branchesTo, newestTimeline } from './timelines.ts'
import type { Vault } from './vault.ts'
import * as wal from './wal.ts'

interface RestoreOptions {
  readonly vault: Vault
  /** The folder of the cluster. */
  readonly clusterDir: string
  /** Where encrypted WAL waits for the store. */
  readonly spoolDir: string
  /** Undefined: the latest moment. */
  readonly until: Date | undefined
  /** Undefined: the newest one. */
  readonly timeline?: number | undefined
  /** Undefined: the last one before the moment. */
  readonly backupId?: string | undefined
  readonly files: readonly KeptFile[]
  readonly clock: Clock
  readonly say: (line: string) => void
}

export interface Restored {
  readonly backup: Manifest
  /** When the last transaction that is in the database had committed. */
  readonly lastCommitAt: Date | undefined
  readonly files: readonly PlacedFile[]
  /** What the settings held when the backup was made: where it was put. */
  readonly settingsFile: string | undefined
}

/**
 * Brings the database back to a moment, into an empty place. Everything is put together beside it and gets its place at
 * the end, so a restore that fails or is killed changes nothing. @throws BackupFault
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { vault, until, files, clock, say } = options
  if (until !== undefined && until > clock.now())
    throw new BackupFault(`${until.toISOString()} is in the future. For the latest moment: --to latest`)
  const place = emptyOrRefused(await placeForRestore(options.clusterDir))
  const marker = await readMarker(vault.store)
  if (marker === undefined)
    throw new BackupFault(
      `There are no backups in ${vault.store.place}. Name where they are with --from, or set BACKUP_TARGET; is its disk mounted?`,
    )
  checkMarker(marker, vault, undefined)
  const manifests = await readManifests(vault)
  const archived = await archivedNames(vault)
  const timeline = options.timeline ?? newestTimeline(archived)
  const [first] = manifests
  if (first === undefined)
    throw new BackupFault(`No backup in ${vault.store.place} is complete. See mostrador backup list.`)
  const branches = await branchesTo(vault, archived, timeline, first.segmentBytes)
  const backup = chosen(manifests, branches, options, vault)
  if (backup.postgresMajor !== place.major)
    throw new BackupFault(
      `The backup is of PostgreSQL ${backup.postgresMajor}, and this is PostgreSQL ${place.major}: restore it with the version of Mostrador that made it.`,
    )
  const waiting = await waitingOnDisk(vault, archiveDirOf(place), options.spoolDir)
  const onDisk = await usableOnDisk(waiting, { archived, branches, backup, say })
  await checkChain(vault, backup, new Set([...archived, ...onDisk.keys()]), branches, until)
  say(`Backup ${backup.id}, of ${backup.finishedAt}: copying`)
  const staging = await stage(place)
  try {
    await unpackDataDirectory(vault.read(backup.data.name), staging.dataDir, staging.account)
    const collected = path.join(staging.dir, 'files')
    await mkdir(collected, { mode: 0o700 })
    const names = await collectFiles(vault, backup.filesFrom, collected)
    await copyFile(path.join(collected, passwordName), path.join(staging.dir, 'password'))
    say(`Replaying until ${until?.toISOString() ?? 'the end'}`)
    const begun = wal.newestOf([...archived, ...waiting.keys()])
    const { lastCommitAt } = await replay(vault, staging, {
      backup,
      archived,
      onDisk,
      begun,
      timeline,
      until,
    })
    const placed = await placeFiles(names, collected, files)
    const settingsFile = await placeSettings(names, collected, place)
    await staging.settle()
    return { backup, lastCommitAt, files: placed, settingsFile }
  } finally {
    await staging.remove()
  }
}

function emptyOrRefused(found: EmptyPlace | Occupied): EmptyPlace {
  if ('dir' in found) return found
  const { dataDir, pid } = found
  const stop =
    pid === undefined ? '' : `Stop the server (its PostgreSQL is process ${pid}), then move it away`
  throw new BackupFault(
    `There is a database in ${dataDir}, and a restore overwrites nothing. ${stop || 'Move it away'}, and repeat the command:\n  mv ${dataDir} ${dataDir}.before-restore`,
  )
}

/** @param branches to the timeline that is to be restored */
function chosen(
  manifests: readonly Manifest[],
  branches: readonly wal.Branch[],
  { until, backupId }: Pick<RestoreOptions, 'until' | 'backupId'>,
  vault: Vault,
): Manifest {
  const timeline = branches.at(-1)?.timeline
  if (backupId !== undefined) {
    const named = manifests.find(({ id }) => id === backupId)
    if (named === undefined)
      throw new BackupFault(
        `There is no backup ${backupId} in ${vault.store.place}. See mostrador backup list.`,
      )
    if (!wal.leads(named, branches))
      throw new BackupFault(
        `The backup ${named.id} is of timeline ${named.timeline}, and does not lead to timeline ${timeline}: a restore has left it behind. Name another one with --backup or --timeline.`,
      )
    return named
  }
  const [first, ...later] = manifests.filter((each) => wal.leads(each, branches))
  if (first === undefined)
    throw new BackupFault(
      `No backup in ${vault.store.place} leads to timeline ${timeline}. Name an earlier one with --timeline.`,
    )
  const last = [first, ...later].findLast(
    ({ finishedAt }) => until === undefined || new Date(finishedAt) <= until,
  )
  if (last === undefined)
    throw new BackupFault(
      `The first backup ends at ${first.finishedAt}: the database can be restored to that moment, or a later one.`,
    )
  return last
}

/**
 * Of what waits on this disk, the segments that the store lacks and that lead to the timeline. Those of another cluster, those
 * that cannot be read whole, and those of a timeline that the store does not know are reported and left out.
 */
async function usableOnDisk(
  waiting: ReadonlyMap<string, () => Content>,
  {
    archived,
    branches,
    backup: { segmentBytes, systemIdentifier },
    say,
  }: {
    readonly archived: ReadonlySet<string>
    readonly branches: readonly wal.Branch[]
    readonly backup: Manifest
    readonly say: RestoreOptions['say']
  },
): Promise<ReadonlyMap<string, () => Content>> {
  const found = new Map<string, () => Content>()
  const known = newestTimeline(archived)
  if (newestTimeline(new Set(waiting.keys())) > known)
    say(
      `WAL of a later timeline than ${known} waits on this disk and is left out: the store has no part of it`,
    )
  for (const [name, content] of waiting) {
    const leads = branches.some(({ timeline }) => timeline === wal.timelineOf(name))
    if (!leads || archived.has(name) || !wal.isSegment(name)) continue
    const read = await wal.measured(content()).catch(() => undefined)
    if (read?.bytes === segmentBytes && read.writer === systemIdentifier) found.set(name, content)
    else say(`${name}, which waits on this disk, is damaged or of another database: it is left out`)
  }
  if (found.size > 0) say(`${found.size} segments of WAL are taken from this disk: the store lacks them`)
  return found
}

async function checkChain(
  vault: Vault,
  backup: Manifest,
  archived: ReadonlySet<string>,
  branches: readonly wal.Branch[],
  until: Date | undefined,
): Promise<void> {
  const start = wal.segmentAt(backup.startLsn, backup.segmentBytes)
  const { names, gap } = wal.chainOf(archived, branches, start, backup.segmentBytes)
  const needed = Number(wal.segmentBefore(backup.stopLsn, backup.segmentBytes) - start) + 1
  if (names.length < needed)
    throw new BackupFault(
      `The WAL of the backup ${backup.id} is missing (${gap ?? 'all of it'}): it cannot be restored. Name another one with --backup; see mostrador backup list.`,
    )
  // Without a moment PostgreSQL would take the gap for the end, and nobody would know what was lost.
  if (gap !== undefined && until === undefined) {
    const before = names.at(-1) as string
    const [last] = await vault.store.list(walObject(before))
    throw new BackupFault(
      `WAL is missing from ${gap} on, although there is later WAL. The database can be restored up to about ${last?.storedAt.toISOString() ?? before}: name a moment before it, as in --to ${last?.storedAt.toISOString() ?? backup.finishedAt}`,
    )
  }
}

interface Replay {
  readonly backup: Manifest
  readonly archived: ReadonlySet<string>
  /** What was archived on this disk, and has not reached the store. */
  readonly onDisk: ReadonlyMap<string, () => Content>
  /** The highest timeline that there is, also on this disk. */
  readonly begun: number
  readonly timeline: number
  readonly until: Date | undefined
}

async function replay(
  vault: Vault,
  staging: Staging,
  { backup, archived, onDisk, begun, timeline, until }: Replay,
) {
  try {
    return await recover({
      staging,
      until,
      timeline,
      capacities: backup.capacities,
      fetch: async (name, to) => {
        await rm(to, { force: true })
        const content = archived.has(name) ? vault.read(walObject(name)) : onDisk.get(name)?.()
        if (content === undefined) {
          // PostgreSQL asks for the histories of later timelines only to begin one with a number that is free.
          const number = wal.isHistory(name) ? wal.timelineOf(name) : 0
          const isTaken = timeline < number && number <= begun
          if (isTaken) await writeFile(to, '', { mode: 0o600 })
          return isTaken
        }
        await pipeline(content, createWriteStream(to, { mode: 0o600 }))
        return true
      },
    })
  } catch (error) {
    if (!(error instanceof RecoveryEndedEarly)) throw error
    const last = error.lastCommitAt?.toISOString() ?? backup.finishedAt
    throw new BackupFault(
      `The archive does not reach ${until?.toISOString()}: its last transaction is of ${last}. For all that is there: --to latest`,
    )
  }
}

/** The key that opens the database's secrets, for whoever has lost it too. */
async function placeSettings(
  names: readonly string[],
  collected: string,
  { dir }: EmptyPlace,
): Promise<string | undefined> {
  if (!names.includes(settingsText)) return undefined
  const file = path.join(dir, `restored-${settingsText}`)
  await copyFile(path.join(collected, settingsText), file)
  return file
}
