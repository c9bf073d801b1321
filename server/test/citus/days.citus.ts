import { expect, test } from 'vitest'
import { driveOn, type HourRow } from '../../bench/days.mjs'
import { cloneDatabase } from '../cluster.ts'
import { patient } from '../patience.ts'

test(
  'shops charge phones on a cluster, and its nodes hold what they have sold',
  async () => {
    const db = await cloneDatabase()
    try {
      const rows: HourRow[] = []
      const leftOut: string[] = []
      const differences = await driveOn(db, {
        ...{ merchants: 12, seed: 3, rows: 0 },
        ...{ fromMs: Date.parse('2026-03-13T19:00Z'), hours: 1, scale: 600 },
        add: (row) => rows.push(row),
        onLeftOut: ({ act }) => leftOut.push(act),
      })
      expect(differences).toEqual([])
      expect(rows).toMatchObject([{ act: 'topUp' }])
      for (const { came, done } of rows) expect(done).toBe(came)
      // Shorter as functions get forms that a cluster takes; empty, it is as on a single PostgreSQL.
      expect(leftOut).toEqual(['goods', 'read', 'events'])
    } finally {
      await db.close()
    }
  },
  patient(120_000),
)
