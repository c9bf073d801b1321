import { newestBackupId, readManifest } from '../backup/manifest.ts'
import { BackupFault } from '../backup/store.ts'
import type { Vault } from '../backup/vault.ts'
import type { WalArchive } from '../database/examine.ts'
import { type Aggregator, AggregatorFault } from '../vas/sales/aggregator.ts'
import { durationOf, error, errorFrom, type Finding, ok, warning } from './finding.ts'

const hour = 3_600_000
/** A backup is made every night; a missed one is looked at on the next day. */
const lateAfterMs = 36 * hour
const lostAfterMs = 72 * hour

/** The age of the last backup that was read back whole. */
export async function backupFinding(vault: Vault, now: Date): Promise<Finding> {
  try {
    const id = await newestBackupId(vault)
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
  const todo = 'Run mostrador backup, which says why it fails: docs/backup.md.'
  if (ageMs > lostAfterMs) return error('backup', words, todo)
  return ageMs > lateAfterMs ? warning('backup', words, todo) : ok('backup', words)
}

/** Where the bundled PostgreSQL has no backups: nothing else makes them. */
export const noBackupFinding = (): Finding =>
  warning('backup', 'No backups are made.', 'Set BACKUP_TARGET and BACKUP_KEY: docs/backup.md.')

export const unusedTargetFinding = (): Finding =>
  warning(
    'backup',
    'BACKUP_TARGET is not used for an own PostgreSQL.',
    'Back it up with pgBackRest, and remove the setting: docs/backup.md.',
  )

/** An own PostgreSQL is backed up by pgBackRest; what it has taken last is known to PostgreSQL. */
export function archiveFinding({ isOn, lastArchivedAt, failingSince }: WalArchive, now: Date): Finding {
  if (!isOn)
    return warning(
      'backup',
      'PostgreSQL archives no WAL, so what is lost with its disk cannot be restored.',
      'Set up pgBackRest: docs/backup.md.',
    )
  if (failingSince !== null)
    return error(
      'backup',
      `PostgreSQL has not been able to archive its WAL since ${failingSince.toISOString()}.`,
      'Its log has the reason; with pgBackRest: pgbackrest check.',
    )
  if (lastArchivedAt === null)
    return warning(
      'backup',
      'PostgreSQL has not archived any WAL yet.',
      'Make the first backup: docs/backup.md.',
    )
  const age = durationOf(now.getTime() - lastArchivedAt.getTime())
  return ok(
    'backup',
    `PostgreSQL archived its last WAL ${age} ago; the backups are listed by: pgbackrest info.`,
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

/** A mode without a provider outside, or one that cannot run with these settings. */
export function modeFinding(mode: string | undefined, misconfigured: string | undefined): Finding {
  if (misconfigured !== undefined)
    return errorFrom('provider', `${misconfigured}. Set it as in the README, or VAS_AGGREGATOR_MODE to off.`)
  return mode === 'sandbox'
    ? ok('provider', 'The sandbox sells services: nothing is charged.')
    : ok('provider', 'Services are switched off: VAS_AGGREGATOR_MODE is not sandbox, staging or live.')
}
