import { type Manifest, readManifests } from './manifest.ts'
import * as names from './names.ts'
import { archivedNames, branchesTo } from './timelines.ts'
import type { Vault } from './vault.ts'
import { leads, segmentAt, segmentOf } from './wal.ts'

const dayMs = 86_400_000
/** Parts of a backup that was never completed go after this; it may still be running. */
const incompleteAfterMs = 2 * dayMs
/** A clock that has been ahead for less than this is noticed, by the gap before its first backup. A gap counts as a day at most. */
const mostAheadMs = 3 * dayMs

export interface Forgotten {
  readonly backups: readonly string[]
  /** Of WAL and files that no kept backup needs. */
  readonly objectCount: number
}

/**
 * Deletes what is not needed to go back to any moment of the last `keepDays` days, counted from `clockNow` or, when the clock
 * may be ahead, from an earlier time. The newest backup from before them stays, because the first of these moments needs it; so
 * the last good one always does. Without a good one nothing goes.
 */
export async function forgetOld(vault: Vault, keepDays: number, clockNow: Date): Promise<Forgotten> {
  const manifests = await readManifests(vault)
  const now = notAhead(manifests, clockNow)
  const horizon = new Date(now.getTime() - keepDays * dayMs).toISOString()
  const newest = manifests.at(-1)
  if (newest === undefined) return { backups: [], objectCount: 0 }
  const before = manifests.filter(({ finishedAt }) => finishedAt <= horizon)
  const branches = await branchesTo(vault, await archivedNames(vault), newest.timeline, newest.segmentBytes)
  // One that a restore has left behind leads to none of these moments.
  const first = before.findLast((each) => leads(each, branches)) ?? before.at(-1)
  const old = first === undefined ? [] : before.slice(0, before.indexOf(first))
  const kept = manifests.slice(old.length)
  // The manifest first: what is left of a deletion that was cut off is no backup any more.
  for (const { id, data } of old) await vault.store.remove([names.manifestObject(id), data.name])
  const unneeded = [
    ...(await oldWal(vault, kept)),
    ...(await oldFiles(vault, kept)),
    ...(await incomplete(vault, kept, now)),
  ]
  await vault.store.remove(unneeded)
  await vault.store.removeDrafts(new Date(now.getTime() - incompleteAfterMs))
  return { backups: old.map(({ id }) => id), objectCount: unneeded.length }
}

/**
 * A clock that is ahead must not end the days that are kept. Backups are made daily or more often: of the time between two of
 * them no more than a day counts. Where fewer are made, or none for a while, more is kept.
 */
function notAhead(manifests: readonly Manifest[], clockNow: Date): Date {
  const now = clockNow.getTime()
  const times = manifests.map(({ finishedAt }) => Date.parse(finishedAt)).filter((at) => at <= now)
  let [later, countedMs, leftOutMs] = [now, 0, 0]
  for (const at of times.reverse()) {
    if (countedMs >= mostAheadMs) break
    const gapMs = Math.min(later - at, dayMs)
    countedMs += gapMs
    leftOutMs += later - at - gapMs
    later = at
  }
  return new Date(now - leftOutMs)
}

/** By the number of the segment, on every timeline. Histories of timelines are tiny, and stay. */
async function oldWal(vault: Vault, kept: readonly Manifest[]): Promise<string[]> {
  const starts = kept.map(({ startLsn, segmentBytes }) => segmentAt(startLsn, segmentBytes))
  const first = starts.reduce((least, each) => (each < least ? each : least))
  const segmentBytes = kept[0]?.segmentBytes as number
  const objects = await vault.store.list(names.walPrefix)
  return objects
    .map(({ name }) => name)
    .filter((name) => /^[0-9A-F]{24}/.test(names.walNameOf(name)))
    .filter((name) => segmentOf(names.walNameOf(name).slice(0, 24), segmentBytes).no < first)
}

async function oldFiles(vault: Vault, kept: readonly Manifest[]): Promise<string[]> {
  const first = kept.map(({ filesFrom }) => filesFrom).sort()[0] as string
  const objects = await vault.store.list(names.filesPrefix)
  return objects.map(({ name }) => name).filter((name) => name < first)
}

async function incomplete(vault: Vault, kept: readonly Manifest[], now: Date): Promise<string[]> {
  const complete = new Set(kept.map(({ id }) => id))
  const objects = await vault.store.list(names.basePrefix)
  return objects
    .filter(({ name }) => !complete.has(names.backupIdOf(name)))
    .filter(({ storedAt }) => now.getTime() - storedAt.getTime() > incompleteAfterMs)
    .map(({ name }) => name)
}
