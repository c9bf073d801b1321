import * as names from './names.ts'
import type { BackupStore } from './store.ts'
import { BackupFault } from './store.ts'
import { contentOf, textOf, type Vault, type Written } from './vault.ts'

/** One good backup: everything about it was read back before this was written. */
export interface Manifest {
  readonly format: 1
  readonly id: string
  readonly startedAt: string
  /** When its copy was complete: the earliest moment that it can be restored to. */
  readonly finishedAt: string
  readonly systemIdentifier: string
  readonly timeline: number
  readonly startLsn: string
  readonly stopLsn: string
  readonly segmentBytes: number
  readonly postgresMajor: string
  readonly capacities: Readonly<Record<string, string>>
  readonly data: Written
  /** The first of the objects with files that belong to it: a full copy; those after it continue it. */
  readonly filesFrom: string
}

export async function writeManifest(vault: Vault, manifest: Manifest): Promise<void> {
  await vault.write(names.manifestObject(manifest.id), contentOf(JSON.stringify(manifest)))
}

export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const name = names.manifestObject(id)
  const manifest = JSON.parse(await textOf(vault.read(name))) as Manifest
  if (manifest.format !== 1)
    throw new BackupFault(`${name} was written by a newer version of Mostrador: restore it with that one.`)
  return manifest
}

/**
 * The id of the newest good backup; undefined: there is none. One from after `now`, of a clock that was ahead, counts only
 * when there is no other.
 */
export async function newestBackupId(vault: Vault, now: Date): Promise<string | undefined> {
  const objects = await vault.store.list(names.basePrefix)
  const ids = objects.filter(({ name }) => names.isManifest(name)).map(({ name }) => names.backupIdOf(name))
  return ids.findLast((id) => id <= names.stampOf(now)) ?? ids.at(-1)
}

/** The good backups, oldest first. */
export async function readManifests(vault: Vault): Promise<Manifest[]> {
  const objects = await vault.store.list(names.basePrefix)
  const ids = objects.filter(({ name }) => names.isManifest(name)).map(({ name }) => names.backupIdOf(name))
  const manifests: Manifest[] = []
  for (const id of ids) manifests.push(await readManifest(vault, id))
  return manifests.sort((a, b) => a.finishedAt.localeCompare(b.finishedAt))
}

/** What says whose backups these are; it is not encrypted, and has no secret. */
export interface Marker {
  readonly format: 1
  readonly systemIdentifier: string
  readonly keyId: string
  readonly createdAt: string
}

/** Undefined: nothing was ever stored here. */
export async function readMarker(store: BackupStore): Promise<Marker | undefined> {
  if ((await store.size(names.markerName)) === undefined) return undefined
  return JSON.parse(await textOf(store.get(names.markerName))) as Marker
}

/** @throws BackupFault when the store has the backups of another cluster, or is encrypted with another key */
export function checkMarker(marker: Marker, vault: Vault, systemIdentifier: string | undefined): void {
  if (systemIdentifier !== undefined && marker.systemIdentifier !== systemIdentifier)
    throw new BackupFault(
      `${vault.store.place} has the backups of another database. Set BACKUP_TARGET to a place of its own.`,
    )
  if (marker.keyId !== vault.keyId)
    throw new BackupFault(
      `The backups in ${vault.store.place} are encrypted with the key ${marker.keyId}, and BACKUP_KEY is ${vault.keyId}. ` +
        'Set BACKUP_KEY to the key that they were made with, or BACKUP_TARGET to an empty place for a new key.',
    )
}
