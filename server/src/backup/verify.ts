import { Damaged } from './cipher.ts'
import { type Manifest, readManifests } from './manifest.ts'
import * as names from './names.ts'
import { BackupFault } from './store.ts'
import { archivedNames, branchesTo, newestTimeline } from './timelines.ts'
import type { Vault } from './vault.ts'
import * as wal from './wal.ts'

export interface Verified {
  readonly backups: readonly string[]
  /** Those of them that do not lead to the newest timeline: they can be restored on their own one. */
  readonly leftBehind: readonly Manifest[]
  readonly segmentCount: number
  /** One line each, of what would fail a restore. */
  readonly faults: readonly string[]
}

/**
 * Reads everything in the store as a restore would: decrypts and decompresses each object, compares checksums, and
 * follows the WAL of each backup to its end.
 *
 * @param id of one backup; undefined: all
 */
export async function verifyBackups(vault: Vault, id: string | undefined): Promise<Verified> {
  const all = await readManifests(vault)
  const manifests = all.filter((each) => id === undefined || each.id === id)
  if (manifests.length === 0)
    throw new BackupFault(
      id === undefined
        ? `There is no complete backup in ${vault.store.place}. Make one with: mostrador backup`
        : `There is no backup ${id} in ${vault.store.place}. See mostrador backup list.`,
    )
  const faults: string[] = []
  const check = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      if (!(error instanceof BackupFault)) throw error
      faults.push(error.message)
    })
  }
  const [first] = manifests
  const segmentBytes = first?.segmentBytes as number
  const archived = await archivedNames(vault)
  const newest = newestTimeline(archived)
  let branches: readonly wal.Branch[] = []
  await check(async () => {
    branches = await branchesTo(vault, archived, newest, segmentBytes)
    if (!all.some((each) => wal.leads(each, branches)))
      throw new BackupFault(
        `No backup leads to timeline ${newest}: what was written on it cannot be restored. Make one with: mostrador backup`,
      )
  })
  const needed = new Set<string>()
  const leftBehind: Manifest[] = []
  for (const manifest of manifests) {
    const isLeading = wal.leads(manifest, branches)
    if (!isLeading) leftBehind.push(manifest)
    await check(() => vault.compare(manifest.data.name, manifest.data.sha256))
    await check(async () => {
      const its = isLeading ? branches : await branchesTo(vault, archived, manifest.timeline, segmentBytes)
      chainWhole(manifest, archived, its, needed)
    })
  }
  for (const name of needed) {
    await check(async () => {
      const { bytes, writer } = await wal.measured(vault.read(names.walObject(name)))
      if (bytes !== segmentBytes || writer !== first?.systemIdentifier)
        throw new Damaged(names.walObject(name), 'it is not WAL of this database')
    })
  }
  // By their names: a clock that was wrong gave a backup a time that is not in their order.
  const from = manifests.map(({ filesFrom }) => filesFrom).sort()[0] as string
  for (const { name } of await vault.store.list(names.filesPrefix))
    if (name >= from) await check(async () => void (await wal.measured(vault.read(name))))
  return { backups: manifests.map((each) => each.id), leftBehind, segmentCount: needed.size, faults }
}

/** Adds the segments that a restore of it to the latest moment would read. @throws BackupFault */
function chainWhole(
  manifest: Manifest,
  archived: ReadonlySet<string>,
  branches: readonly wal.Branch[],
  needed: Set<string>,
): void {
  const start = wal.segmentAt(manifest.startLsn, manifest.segmentBytes)
  const { names: chain, gap } = wal.chainOf(archived, branches, start, manifest.segmentBytes)
  for (const name of chain) needed.add(name)
  if (gap !== undefined)
    throw new BackupFault(
      `${names.walObject(gap)} is missing: the backup ${manifest.id} can be restored to moments before it only.`,
    )
}
