import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import type { Person, Store } from '../../../test/world.ts'

let app: RunningProduct
let store: Store
let operator: Person

/** A log of two hundred days: twenty thousand entries of a store, as many of other merchants, and four hundred of the platform. */
const history = `
  insert into audit.log (id, at, action, entity, user_id, merchant_id, store_id, permission_set)
  select (left(app.first_uuid_at(t.at)::text, 19) || right(gen_random_uuid()::text, 17))::uuid, t.at, 'x', 'old', $3,
         case when no % 100 = 0 then app.platform_id() when no % 2 = 0 then $1::uuid else md5((no % 99)::text)::uuid end,
         case when no % 100 = 0 then null when no % 2 = 0 then $2::uuid else md5((no % 99)::text)::uuid end,
         case when no % 100 = 0 then null when no % 2 = 0 then authz.set_of($1, $2, 'audit') else 11 end
    from generate_series(1, 40000) no
   cross join lateral (select now() - no * interval '7 minutes' as at) t`

beforeAll(async () => {
  app = await startProduct()
  store = await app.world.store()
  operator = await app.world.operator()
  await app.admin.query(history, [store.merchantId, store.id, store.manager.id])
  await app.admin.query('vacuum analyze audit.log')
}, patient(60_000))
afterAll(() => app.stop())

/** How often each index of the log was read, and how many entries in it. */
async function readings(): Promise<Record<string, { scans: number; entries: number }>> {
  const { rows } = await app.admin.query(
    `select indexrelname as name, idx_scan::int as scans, idx_tup_read::int as entries
       from pg_stat_user_indexes where relid = 'audit.log'::regclass`,
  )
  return Object.fromEntries(rows.map(({ name, ...read }) => [name, read]))
}

test(
  'lists of the log read entries of their own place and days only',
  async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
    const ofOldDays = `from=${day(151)}&until=${day(150)}`
    const ask = async (as: Person, path: string, count: number) => {
      const answer = await app.call(as, 'GET', path)
      expect(answer.body.items, path).toHaveLength(count)
    }
    const before = await readings()
    await ask(operator, '/platform/audit?action=y', 0)
    await ask(operator, `/platform/audit?entity=old&${ofOldDays}`, 2)
    await ask(operator, `/platform/audit?userId=${operator.id}&action=y`, 0)
    await ask(store.manager, `/pos/audit_log?storeId=${store.id}&action=y&${ofOldDays}`, 0)
    // Days of a store are found by any of the last three. The sealer reads the ids too, so they are not counted.
    const groups = [
      ['audit_log_platform'],
      ['audit_log_platform_user'],
      ['audit_log_store', 'log_pkey', 'audit_log_id'],
    ]
    const counted = (name: string) => name !== 'audit_log_id'
    const read = async () => {
      const now = await readings()
      const more = (name: string, what: 'scans' | 'entries') =>
        (now[name]?.[what] ?? 0) - (before[name]?.[what] ?? 0)
      return groups.map((names) => ({
        isUsed: names.some((name) => more(name, 'scans') > 0),
        entries: names.filter(counted).reduce((sum, name) => sum + more(name, 'entries'), 0),
      }))
    }
    const used = async () => (await read()).map(({ isUsed }) => isUsed)
    // Connections report what they read when they have been idle for a while.
    await expect.poll(used, { interval: 500, timeout: patient(12_000) }).toEqual([true, true, true])
    for (const { entries } of await read()) expect(entries).toBeLessThan(1_000)
  },
  patient(60_000),
)
