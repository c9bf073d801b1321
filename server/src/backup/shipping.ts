import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../adapters/clock/clock.ts'
import type { ArchiverState, ArchiverWatch, ClusterIdentity } from '../database/base-backup.ts'
import { withLock } from '../database/embedded/lock.ts'
import { checkMarker, readMarker } from './manifest.ts'
import { markerName, walObject } from './names.ts'
import { BackupFault, type Content, StoreFault } from './store.ts'
import { contentOf, digest, type Vault } from './vault.ts'
import * as wal from './wal.ts'

interface ShippingOptions {
  readonly vault: Vault
  readonly watch: ArchiverWatch
  /** PostgreSQL's own WAL. */
  readonly walDir: string
  /** Where PostgreSQL puts finished WAL. */
  readonly archiveDir: string
  /** Ours, beside it: encrypted copies that have not reached the store yet. */
  readonly spoolDir: string
  readonly clock: Clock
  /** How old a change may get before its segment is archived, full or not. */
  readonly everyMs: number
}

/** How far the archive in the store is. */
export interface ShippingState {
  /** Everything that was committed until then is in the store; undefined: not known yet. */
  readonly archivedUntil: Date | undefined
  /** What waits here because the store did not take it. */
  readonly waitingBytes: number
  /** PostgreSQL cannot put its WAL into the folder: its disk is full, or gone. */
  readonly isArchiverFailing: boolean
}

export type Shipping = ReturnType<typeof walShipping>

/**
 * How long a pass waits for one that goes on: as long as a backup waits for its WAL, which it would otherwise give up.
 * On a busy machine the first pass, with all WAL since the start, takes minutes. A holder that died is not waited for.
 */
const lockPatienceMs = 600_000
/** `archtemp.…`: what PostgreSQL was copying when it was killed. It copies it anew under another name. */
const abandoned = /^archtemp\./
const abandonedAfterMs = 3_600_000

/**
 * Takes the WAL that PostgreSQL has put into a folder to the store. A segment leaves the folder when an encrypted copy
 * is synced beside it, and that copy leaves the disk when the store has it and gave it back unchanged. So nothing is
 * lost while the store is away, and what waits is small: compressed.
 */
export function walShipping({ vault, watch, walDir, archiveDir, spoolDir, clock, everyMs }: ShippingOptions) {
  /** Where WAL ended, and when; oldest first. */
  let marks: { readonly no: bigint; readonly since: Date; readonly at: Date }[] = []
  let switched = -1n
  let shipped = -1n
  let archivedUntil: Date | undefined
  let isArchiverFailing = false
  const shippedHistories = new Set<string>()

  const one = async (): Promise<void> => {
    const state = await watch.state()
    isArchiverFailing = state.isFailing
    note(state)
    await switchWhenDue(state)
    const seal = async (): Promise<void> => {
      // PostgreSQL archives a history once, where the timeline began. This store may be another one.
      for (const name of await historiesIn(walDir))
        if (!shippedHistories.has(name)) await sealInto({ vault, spoolDir }, path.join(walDir, name))
      for (const name of await archivedIn(archiveDir)) {
        const file = path.join(archiveDir, name)
        if (wal.isSegment(name)) await refuseStrange(file, state.cluster.systemIdentifier)
        await sealInto({ vault, spoolDir }, file)
        await rm(file)
      }
    }
    // First what needs no store, so that it waits compressed; but not for a store or a key that was never seen to fit.
    if (await isKnown({ vault, spoolDir })) await seal()
    await ensureMarker({ vault, spoolDir, clock }, state.cluster)
    await seal()
    for (const name of await sealedIn(spoolDir)) await ship(name, state.cluster)
    // Whatever PostgreSQL had archived before this pass has been in the folder, and is in the store now.
    if (state.lastArchived !== null) reached(state.lastArchived, state.cluster)
  }

  const note = ({ lsn, at, cluster: { segmentBytes } }: ArchiverState): void => {
    const no = wal.segmentBefore(lsn, segmentBytes)
    const since = marks.find((each) => each.no === no)?.since ?? at
    marks = [...marks.filter((each) => each.no !== no), { no, since, at }].slice(-1_000)
  }

  /**
   * archive_timeout alone is not enough: after a start the checkpointer may sleep for minutes before it looks at it.
   */
  const switchWhenDue = async ({ at }: ArchiverState): Promise<void> => {
    const open = marks.at(-1)
    if (open === undefined || open.no <= shipped || open.no <= switched) return
    if (at.getTime() - open.since.getTime() < everyMs) return
    await watch.switchWal()
    switched = open.no
  }

  const reached = (name: string, { timeline, segmentBytes }: ClusterIdentity): void => {
    if (!wal.isSegment(name)) return
    const segment = wal.segmentOf(name, segmentBytes)
    // What waited here when the database was restored is of another timeline, and says nothing about this one.
    if (segment.timeline !== timeline) return
    if (segment.no > shipped) shipped = segment.no
    const done = marks.filter((each) => each.no <= shipped)
    marks = marks.filter((each) => each.no > shipped)
    archivedUntil = done.at(-1)?.at ?? archivedUntil
  }

  const ship = async (name: string, running: ClusterIdentity): Promise<void> => {
    const file = path.join(spoolDir, `${name}${sealedSuffix}`)
    const object = walObject(name)
    const sha256 = await digest(vault.opened(object, createReadStream(file)))
    if ((await vault.store.size(object)) === undefined) await vault.store.put(object, createReadStream(file))
    else await refuseOther(vault, object, sha256)
    await vault.compare(object, sha256)
    await rm(file)
    if (wal.isHistory(name)) shippedHistories.add(name)
    reached(name, running)
  }

  return {
    /** Ships all that is there. One process at a time. @throws BackupFault */
    async pass(): Promise<void> {
      await mkdir(spoolDir, { recursive: true, mode: 0o700 })
      await withLock(path.join(spoolDir, 'shipping.lock'), lockPatienceMs, one)
    },
    /** Whether all WAL up to this segment is in the store. */
    has: (no: bigint): boolean => shipped >= no,
    async state(): Promise<ShippingState> {
      return { archivedUntil, waitingBytes: await waitingIn(archiveDir, spoolDir), isArchiverFailing }
    },
  }
}

/** Says whose backups these are, before the first one; later it proves that the place is the same. */
async function ensureMarker(
  { vault, spoolDir, clock }: Pick<ShippingOptions, 'vault' | 'spoolDir' | 'clock'>,
  { systemIdentifier }: ClusterIdentity,
): Promise<void> {
  const { store, keyId } = vault
  const marker = await readMarker(store)
  if (marker !== undefined) checkMarker(marker, vault, systemIdentifier)
  else if (await isKnown({ vault, spoolDir }))
    throw new StoreFault(
      `${store.place} is empty, and it was not: mount its disk, or set BACKUP_TARGET to where the backups are now.`,
    )
  else {
    const made = { format: 1, systemIdentifier, keyId, createdAt: clock.now().toISOString() }
    await store.put(markerName, contentOf(JSON.stringify(made)))
  }
  if (!(await isKnown({ vault, spoolDir })))
    await writeFile(path.join(spoolDir, knownName), knownOf(vault), { mode: 0o600 })
}

/** The store that this machine has used, and the key: a file, because the store may be away. */
const knownName = 'target'
const knownOf = ({ store, keyId }: Vault): string => `${store.place} ${keyId}`

async function isKnown({ vault, spoolDir }: Pick<ShippingOptions, 'vault' | 'spoolDir'>): Promise<boolean> {
  return (await readFile(path.join(spoolDir, knownName), 'utf8').catch(() => '')) === knownOf(vault)
}

/** Leaves an encrypted copy, synced, in our folder. */
async function sealInto(
  { vault, spoolDir }: Pick<ShippingOptions, 'vault' | 'spoolDir'>,
  file: string,
): Promise<void> {
  const name = path.basename(file)
  const draft = path.join(spoolDir, `${name}${unfinished}`)
  await writeSynced(draft, vault.sealed(walObject(name), createReadStream(file)))
  await rename(draft, path.join(spoolDir, `${name}${sealedSuffix}`))
  await syncFolder(spoolDir)
}

/** PostgreSQL archives a segment again when it died before it had noted that; then it is the same. */
async function refuseOther(vault: Vault, object: string, sha256: string): Promise<void> {
  if ((await digest(vault.read(object))) === sha256) return
  throw new BackupFault(
    `${object} is in ${vault.store.place} already, with other content: two servers write there. Set BACKUP_TARGET to a place of its own.`,
  )
}

const sealedSuffix = '.sealed'
const unfinished = '.part'

/** Those before which others are useless come first: histories of timelines, then segments in their order. */
async function archivedIn(dir: string): Promise<string[]> {
  const names = await readdir(dir)
  for (const name of names.filter((each) => abandoned.test(each))) {
    const file = path.join(dir, name)
    const found = await stat(file).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true })
  }
  return inOrder(names.filter(wal.isArchived))
}

const historiesIn = async (walDir: string): Promise<string[]> => (await readdir(walDir)).filter(wal.isHistory)

async function sealedIn(dir: string): Promise<string[]> {
  const names = await readdir(dir)
  for (const name of names.filter((each) => each.endsWith(unfinished))) await rm(path.join(dir, name))
  return inOrder(
    names.filter((each) => each.endsWith(sealedSuffix)).map((each) => each.slice(0, -sealedSuffix.length)),
  )
}

const inOrder = (names: readonly string[]): string[] =>
  names.toSorted(
    (a, b) => Number(b.endsWith('.history')) - Number(a.endsWith('.history')) || (a < b ? -1 : 1),
  )

async function refuseStrange(file: string, systemIdentifier: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0)
    if (bytesRead < 32 || wal.writerOf(buffer) !== systemIdentifier)
      throw new BackupFault(`${file} is not WAL of this database: move it away.`)
  } finally {
    await handle.close()
  }
}

async function filesOnDisk(archiveDir: string, spoolDir: string): Promise<string[]> {
  const files = async (dir: string, isOne: (name: string) => boolean) =>
    (await readdir(dir).catch(() => [])).filter(isOne).map((name) => path.join(dir, name))
  return [
    ...(await files(spoolDir, (name) => name.endsWith(sealedSuffix))),
    ...(await files(archiveDir, wal.isArchived)),
  ]
}

/**
 * What waits on a disk because the store did not take it, by PostgreSQL's names, with what reads it. Of one that is there twice,
 * the one of PostgreSQL: a crash can leave a sealed one that is not whole.
 */
export async function waitingOnDisk(
  vault: Vault,
  archiveDir: string,
  spoolDir: string,
): Promise<ReadonlyMap<string, () => Content>> {
  const files = await filesOnDisk(archiveDir, spoolDir)
  return new Map(
    files.map((file) => {
      const name = path.basename(file, sealedSuffix)
      const stored = (): Content => createReadStream(file)
      return [name, file.endsWith(sealedSuffix) ? () => vault.opened(walObject(name), stored()) : stored]
    }),
  )
}

async function waitingIn(archiveDir: string, spoolDir: string): Promise<number> {
  const files = await filesOnDisk(archiveDir, spoolDir)
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0),
  )
  return sizes.reduce((sum, each) => sum + each, 0)
}

async function writeSynced(file: string, content: Content): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    for await (const chunk of content) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
