import { expect, test } from 'vitest'
import { startProduct } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import type { BackupStatus } from './service.ts'

// A shop that is closed at night never runs at the hour of the nightly backup.
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test.each<[string, Partial<BackupStatus>, number]>([
  ['no backup yet makes one', { lastBackupAt: null }, 1],
  ['one that is 25 hours old makes one', { lastBackupAt: hoursAgo(25) }, 1],
  ['one of yesterday makes one, although it opens a little earlier', { lastBackupAt: hoursAgo(22) }, 1],
  ['one that is an hour old makes none', { lastBackupAt: hoursAgo(1) }, 0],
  ['one of a clock that was an hour ahead makes one', { lastBackupAt: hoursAgo(-1) }, 1],
  ['one from before a restore makes one', { lastBackupAt: hoursAgo(1), wasRestoredSince: true }, 1],
])(
  'a start with %s',
  async (_, changed, expected) => {
    let taken = 0
    const app = await startProduct(
      { MOSTRADOR_WORKER: 'on' },
      {
        backups: {
          schedule: '0 0 1 1 *',
          take: async () => ({ id: `taken-${++taken}`, data: { bytes: 1 } }),
          status: async () => ({
            place: 'nowhere',
            lastBackupAt: null,
            lastBackupBytes: null,
            wasRestoredSince: false,
            archivedUntil: null,
            waitingBytes: 0,
            failure: null,
            ...changed,
          }),
        },
      },
    )
    try {
      const { rows } = await app.admin.query(
        `select count(*)::int as queued from dbos.workflow_status where name = 'nightly.backup'`,
      )
      expect(rows[0].queued).toBe(expected)
      await expect.poll(() => taken, { timeout: patient(20_000) }).toBe(expected)
    } finally {
      await app.close()
    }
  },
  patient(60_000),
)
