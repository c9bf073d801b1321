import { expect, test } from 'vitest'
import { driveOn, type HourRow } from '../../bench/days.mjs'
import { cloneDatabase } from '../cluster.ts'
import { patient } from '../patience.ts'

test(
  'shops sell goods and top-ups on a cluster, and its nodes hold what they have sold',
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
      expect(rows.map(({ act }) => act).sort()).toEqual(['goods', 'read', 'topUp'])
      for (const { came, done, refused } of rows) expect(done + refused).toBe(came)
      // As on a single PostgreSQL.
      expect(leftOut).toEqual([])
    } finally {
      await db.close()
    }
  },
  patient(120_000),
)
