import { Damaged } from './cipher.ts'
import { type Manifest, readManifests } from './manifest.ts'
import * as names from './names.ts'
import { archivedNames, branchesTo, newestTimeline } from './restore.ts'
import { BackupFault, type Content } from './store.ts'
import type { Vault } from './vault.ts'
import * as wal from './wal.ts'

export interface Verified {
  readonly backups: readonly string[]
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
  const needed = new Set<string>()
  for (const manifest of manifests) {
    await check(() => vault.compare(manifest.data.name, manifest.data.sha256))
    await check(() => chainWhole(vault, manifest, needed))
  }
  const [first] = manifests
  const segmentBytes = first?.segmentBytes as number
  for (const name of needed) {
    await check(async () => {
      const { bytes, writer } = await measured(vault.read(names.walObject(name)))
      if (bytes !== segmentBytes || writer !== first?.systemIdentifier)
        throw new Damaged(names.walObject(name), 'it is not WAL of this database')
    })
  }
  const from = first?.filesFrom as string
  for (const { name } of await vault.store.list(names.filesPrefix))
    if (name >= from) await check(async () => void (await measured(vault.read(name))))
  return { backups: manifests.map((each) => each.id), segmentCount: needed.size, faults }
}

/** Adds the segments that a restore of it to the latest moment would read. */
async function chainWhole(vault: Vault, manifest: Manifest, needed: Set<string>): Promise<void> {
  const archived = await archivedNames(vault)
  const branches = await branchesTo(vault, manifest, archived, newestTimeline(archived))
  const start = wal.segmentAt(manifest.startLsn, manifest.segmentBytes)
  const { names: chain, gap } = wal.chainOf(archived, branches, start, manifest.segmentBytes)
  for (const name of chain) needed.add(name)
  if (gap !== undefined)
    throw new BackupFault(
      `${names.walObject(gap)} is missing: the backup ${manifest.id} can be restored to moments before it only.`,
    )
}

async function measured(content: Content): Promise<{ bytes: number; writer: string }> {
  let bytes = 0
  let head = Buffer.alloc(0)
  for await (const chunk of content) {
    bytes += chunk.length
    if (head.length < 32) head = Buffer.concat([head, chunk]).subarray(0, 32)
  }
  return { bytes, writer: head.length < 32 ? '' : wal.writerOf(head) }
}
