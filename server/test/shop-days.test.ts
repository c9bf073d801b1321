import { expect, test } from 'vitest'
import { driveOn, type HourRow } from '../bench/days.mjs'
import { cloneDatabase } from './cluster.ts'
import { patient } from './patience.ts'

test(
  'shops of a payday evening sell through a real server, and the database holds what they have sold',
  async () => {
    const db = await cloneDatabase()
    try {
      const rows: HourRow[] = []
      const differences = await driveOn(db, {
        ...{ merchants: 4, seed: 3, rows: 0 },
        ...{ fromMs: Date.parse('2026-03-13T19:00Z'), hours: 1, scale: 900 },
        add: (row) => rows.push(row),
        onLeftOut: ({ act, why }) => expect.fail(`${act}: ${why}`),
      })
      expect(differences).toEqual([])
      expect(rows.map(({ act }) => act)).toEqual(['goods', 'topUp', 'read'])
      for (const { came, done, refused } of rows) {
        expect(done).toBeGreaterThan(0)
        expect(done + refused).toBe(came)
      }
    } finally {
      await db.close()
    }
  },
  patient(30_000),
)
