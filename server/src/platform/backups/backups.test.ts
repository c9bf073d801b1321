import { expect, test } from 'vitest'
import { openProduct, startProduct } from '../../../test/app.ts'
import { cloneDatabase } from '../../../test/cluster.ts'
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

test(
  'a start after a missed night makes one backup, that of the night',
  async () => {
    const due = new Date(Math.floor(Date.now() / 60_000 - 10) * 60_000)
    const cloned = await cloneDatabase()
    // The engine keeps when it has started the work of a schedule last.
    await cloned.admin.query(
      `insert into dbos.workflow_schedules (schedule_id, schedule_name, workflow_name, workflow_class_name, schedule, status,
         context, last_fired_at, automatic_backfill, application_name)
       values ('1', 'nightly.backup daily', 'nightly.backup daily', '', '0 0 1 1 *', 'ACTIVE', 'null', $1, false, 'mostrador')`,
      [hoursAgo(72).toISOString()],
    )
    let taken = 0
    const app = await openProduct(
      cloned,
      { MOSTRADOR_WORKER: 'on' },
      {
        backups: {
          schedule: `${due.getUTCMinutes()} * * * *`,
          take: async () => ({ id: `taken-${++taken}`, data: { bytes: 1 } }),
          status: async () => ({
            place: 'nowhere',
            lastBackupAt: hoursAgo(72),
            lastBackupBytes: 1,
            wasRestoredSince: false,
            archivedUntil: null,
            waitingBytes: 0,
            failure: null,
          }),
        },
      },
    )
    try {
      await expect.poll(() => taken, { timeout: patient(20_000) }).toBe(1)
      const { rows } = await app.admin.query(
        `select workflow_uuid as id from dbos.workflow_status where name = 'nightly.backup' or name = 'nightly.backup daily'
          order by 1`,
      )
      const id = `sched-nightly.backup daily-${due.toISOString()}`
      expect(rows.map((row) => row.id)).toEqual([id, `${id}-0`])
    } finally {
      await app.close()
    }
  },
  patient(60_000),
)
