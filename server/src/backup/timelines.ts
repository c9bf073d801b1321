import { walNameOf, walObject, walPrefix } from './names.ts'
import { BackupFault } from './store.ts'
import { textOf, type Vault } from './vault.ts'
import * as wal from './wal.ts'

/** PostgreSQL's names of everything in the archive. */
export async function archivedNames(vault: Vault): Promise<ReadonlySet<string>> {
  const objects = await vault.store.list(walPrefix)
  return new Set(objects.map(({ name }) => walNameOf(name)))
}

/** The highest one that the store has WAL of. */
export const newestTimeline = (archived: ReadonlySet<string>): number =>
  wal.newestOf([...archived].filter(wal.isSegment))

/** The timelines that lead to one, itself last. @throws BackupFault when its history is not there */
export async function branchesTo(
  vault: Vault,
  archived: ReadonlySet<string>,
  timeline: number,
  segmentBytes: number,
): Promise<readonly wal.Branch[]> {
  if (timeline === 1) return wal.branchesOf(1, undefined, segmentBytes)
  const history = wal.historyName(timeline)
  if (!archived.has(history))
    throw new BackupFault(`There is no timeline ${timeline} in ${vault.store.place}: ${history} is missing.`)
  return wal.branchesOf(timeline, await textOf(vault.read(walObject(history))), segmentBytes)
}
