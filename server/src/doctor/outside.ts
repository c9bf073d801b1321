import path from 'node:path'
import { newestBackupId, readManifest } from '../backup/manifest.ts'
import { BackupFault } from '../backup/store.ts'
import type { Vault } from '../backup/vault.ts'
import type { Config } from '../config.ts'
import type { WalArchive } from '../database/examine.ts'
import type { BackupMarks } from '../platform/backups/marks.ts'
import { type Aggregator, AggregatorFault } from '../vas/sales/aggregator.ts'
import { durationOf, error, errorFrom, type Finding, ok, warning } from './finding.ts'

const hour = 3_600_000
/** A backup is made every night; a missed one is looked at on the next day. */
const lateAfterMs = 36 * hour
const lostAfterMs = 72 * hour

/** The age of the last backup that was read back whole. */
export async function backupFinding(vault: Vault, now: Date): Promise<Finding> {
  try {
    const id = await newestBackupId(vault, now)
    if (id === undefined)
      return error('backup', `There is no backup in ${vault.store.place}.`, 'Run: mostrador backup')
    const { finishedAt } = await readManifest(vault, id)
    return backupAgeFinding(vault.store.place, new Date(finishedAt), now)
  } catch (fault) {
    if (!(fault instanceof BackupFault)) throw fault
    return error('backup', `The backups cannot be read: ${fault.message}`, 'See docs/backup.md.')
  }
}

export function backupAgeFinding(place: string, finishedAt: Date, now: Date): Finding {
  const ageMs = now.getTime() - finishedAt.getTime()
  const words = `The last good backup in ${place} is ${durationOf(ageMs)} old.`
  return agedFinding(
    ageMs,
    { lateAfterMs, lostAfterMs },
    words,
    'Run mostrador backup, which says why it fails: docs/backup.md.',
  )
}

function agedFinding(
  ageMs: number,
  limits: { readonly lateAfterMs: number; readonly lostAfterMs: number },
  words: string,
  todo: string,
): Finding {
  if (ageMs > limits.lostAfterMs) return error('backup', words, todo)
  return ageMs > limits.lateAfterMs ? warning('backup', words, todo) : ok('backup', words)
}

/** For the bundled PostgreSQL without `BACKUP_TARGET`. */
export const noBackupFinding = (): Finding =>
  warning('backup', 'No backups are made.', 'Set BACKUP_TARGET and BACKUP_KEY: docs/backup.md.')

export const unusedTargetFinding = (): Finding =>
  warning(
    'backup',
    'BACKUP_TARGET is not used for an own PostgreSQL.',
    'Back it up with pgBackRest, and remove the setting: docs/backup.md.',
  )

/** A full segment of WAL waits for seconds; from here on the command hangs. */
const stuckAfterMs = 5 * 60_000

/**
 * An own PostgreSQL is backed up by pgBackRest; PostgreSQL knows which WAL it archived last.
 *
 * @param unarchivedMs since when a full segment waits; 0: none does
 */
export function archiveFinding(
  { isOn, lastArchivedAt, lastFailedAt }: WalArchive,
  unarchivedMs: number,
  now: Date,
): Finding {
  const ago = (at: Date) => `${durationOf(now.getTime() - at.getTime())} ago`
  if (!isOn)
    return warning(
      'backup',
      'PostgreSQL archives no WAL, so what is lost with its disk cannot be restored.',
      'Set up pgBackRest: docs/backup.md.',
    )
  if (lastFailedAt !== null) {
    const success =
      lastArchivedAt === null ? 'none has succeeded' : `the last success was ${ago(lastArchivedAt)}`
    return error(
      'backup',
      `PostgreSQL cannot archive its WAL: an attempt failed ${ago(lastFailedAt)}, and ${success}.`,
      'Its log has the reason; with pgBackRest: pgbackrest check.',
    )
  }
  if (unarchivedMs > stuckAfterMs)
    return error(
      'backup',
      `PostgreSQL has archived nothing for ${durationOf(unarchivedMs)}, although WAL waits: archive_command hangs, or is empty.`,
      'See what it waits for: ps -ef | grep archive; with pgBackRest: pgbackrest check.',
    )
  if (lastArchivedAt === null)
    return warning(
      'backup',
      'PostgreSQL has not archived any WAL yet.',
      'Make the first backup: docs/backup.md.',
    )
  return ok(
    'backup',
    `PostgreSQL archived its last WAL ${ago(lastArchivedAt)}; the backups are listed by: pgbackrest info.`,
  )
}

/** The copies are made every minute. */
const copyLimits = { lateAfterMs: 15 * 60_000, lostAfterMs: 24 * hour }

/** What the jobs that save an own PostgreSQL, and the files beside it, have said. */
export function markFindings({ backupAt, copyAt }: BackupMarks, now: Date): Finding[] {
  const ageOf = (at: Date) => now.getTime() - at.getTime()
  return [
    backupAt === null
      ? warning(
          'backup',
          'No job has said that it has backed up the database.',
          'Let the job touch the file last-backup in the data folder: docs/backup.md.',
        )
      : agedFinding(
          ageOf(backupAt),
          { lateAfterMs, lostAfterMs },
          `The last good backup of the database is ${durationOf(ageOf(backupAt))} old.`,
          'Run the job, which says why it fails; with pgBackRest: pgbackrest info.',
        ),
    copyAt === null
      ? warning(
          'backup',
          'No job has said that it has copied the authority journal and the seals.',
          'Let the job touch the file last-copy in the data folder: docs/backup.md.',
        )
      : agedFinding(
          ageOf(copyAt),
          copyLimits,
          `The last copy of the authority journal and the seals is ${durationOf(ageOf(copyAt))} old.`,
          'Run the job of docs/backup.md, which says why it fails.',
        ),
  ]
}

/** A folder of journals that the copy of the data folder does not have. */
interface JournalsElsewhere {
  readonly folder: string
  /** What is in it: `the seals`, for example. */
  readonly what: string
}

/** The journals that lie outside the data folder, by their folder. */
export function journalsElsewhere({ dataDir, authorityJournal, auditSeals }: Config): JournalsElsewhere[] {
  const found = new Map<string, string[]>()
  for (const [what, place] of [
    ['the authority journal', authorityJournal],
    ['the seals', auditSeals],
  ] as const) {
    const folder = path.dirname(place)
    if (!`${folder}/`.startsWith(`${dataDir}/`)) found.set(folder, [...(found.get(folder) ?? []), what])
  }
  return [...found].map(([folder, whats]) => ({ folder, what: whats.join(' and ') }))
}

/** Whether journals on another disk are copied. @param copyAt null: no job has said so */
export function elsewhereFinding(
  { folder, what }: JournalsElsewhere,
  copyAt: Date | null,
  now: Date,
): Finding {
  if (copyAt === null)
    return warning(
      'backup',
      `No job has said that it has copied ${what} in ${folder}.`,
      'Add the folder to the job that copies the data folder, and let it touch last-copy there too: docs/backup.md.',
    )
  const ageMs = now.getTime() - copyAt.getTime()
  return agedFinding(
    ageMs,
    copyLimits,
    `The last copy of ${what} in ${folder} is ${durationOf(ageMs)} old.`,
    'Run the job of docs/backup.md, which says why it fails.',
  )
}

/** Whether the provider of services answers, with these credentials. @param aggregator of staging or live */
export async function providerFinding(aggregator: Pick<Aggregator, 'balance' | 'mode'>): Promise<Finding> {
  try {
    await aggregator.balance()
    return ok('provider', `The provider answers (${aggregator.mode}), and accepts the credentials.`)
  } catch (fault) {
    if (!(fault instanceof AggregatorFault)) throw fault
    return fault.status === 401 || fault.status === 403
      ? error(
          'provider',
          `The provider refuses the credentials (${fault.status}).`,
          'Set VAS_AGGREGATOR_KEY and VAS_AGGREGATOR_SECRET to those of the account, and restart the servers.',
        )
      : error(
          'provider',
          `The provider does not answer: ${fault.message}.`,
          'See whether this machine reaches VAS_AGGREGATOR_URL. Sales without an answer stay pending and are settled later.',
        )
  }
}

/** For a mode that calls no provider, or whose settings are wrong. @param misconfigured what is wrong with them */
export function modeFinding(mode: string | undefined, misconfigured: string | undefined): Finding {
  if (misconfigured !== undefined)
    return errorFrom('provider', `${misconfigured}. Set it as in the README, or VAS_AGGREGATOR_MODE to off.`)
  return mode === 'sandbox'
    ? ok('provider', 'The sandbox sells services: nothing is charged.')
    : ok('provider', 'Services are switched off: VAS_AGGREGATOR_MODE is not sandbox, staging or live.')
}
