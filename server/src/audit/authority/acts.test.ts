import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { root } from '../../database/sources.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.close())

/**
 * Actions that give nobody authority and take none away: what was sold, counted, read or written down, and
 * failures. An action that is new belongs here or in audit/authority/actions.sql.
 */
const notOfAuthority = [
  /^(product|category|variant|barcode|tax rate|customer|store|merchant_theme|theme|file|products|tax_rate)\./,
  /^(stock|chips|chip|shift|shift_report|cash|drawer|sale|receipt|cart|approval|offline_sale|order|vas)\./,
  /^(deposit|settlements|bank_account|day|summary|gift_cards|workflow)\./,
  // Nothing is sent to the bank by these.
  /^settlement\.(requested|approved|rejected|canceled|failed|returned|clabe_read)$/,
  // It opens nothing that a restored database still has, or only says what happened.
  /^session\.(opened|refused|throttled|confirmed)$/,
  /^employee_code\.(locked|refused|unlocked)$/,
  /^employee\.(created|deleted)$/,
  // A new terminal has no device; a code for one lives for fifteen minutes.
  /^terminal\.(created|enabling_opened)$/,
  // A key keeps its permissions under any name.
  /^api_key\.renamed$/,
  // The link lapses within half an hour; using it is the act.
  /^password_reset\.issued$/,
  // It takes nothing until its delay is over, which is the act; a restored database cancels what waits.
  /^second_factor\.reset_requested$/,
  // The link is an older one, and lapses.
  /^invite\.resent$/,
  /^merchant\.(setting\.changed|manager_invited)$/,
  /^verification\.(business_confirmed|changed|resynced|recompute)/,
  // What a reconciliation gives and takes is recorded as the acts that it consists of.
  /^(restoration|database)\./,
  /^webhook\.resent$/,
  // A file that somebody has taken out stays with them.
  /^records\.exported$/,
  // Where merchants' rows are gives nobody anything.
  /^place\.(added|opened|closed|removed|went_down|came_up)$/,
  /^merchant\.moved$/,
  /^audit\.clock_behind$/,
]

/** Every action that a function of the database or a query of the server writes, and every one with words. */
async function catalogued(): Promise<string[]> {
  const { rows } = await db.admin.query<{ body: string }>(
    `select coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body from pg_proc p
      where p.prosrc like '%audit.record%' or p.prosrc like '%record_api_key%'`,
  )
  const written = rows.flatMap(({ body }) =>
    [...body.matchAll(/(?:record|record_as|record_api_key)\(\s*(?:[\w.]+,\s*)?'([\w ]+\.[\w.]+)'/g)].map(
      ([, action]) => action as string,
    ),
  )
  const words = await readFile(path.join(root, 'web/src/desk/audit/texts.ts'), 'utf8')
  const [, list = ''] = /\n {2}action: \{\n([\s\S]*?)\n {2}\}/.exec(words) ?? []
  const worded = [...list.matchAll(/^ {4}(\w+):/gm)].map(([, key]) => key as string)
  return [...new Set([...written, ...worded])]
}

test('every action of the audit log is an act of authority, or deliberately none', async () => {
  const { rows } = await db.admin.query<{ action: string }>('select action from audit.authority_actions()')
  const acts = new Set(rows.map(({ action }) => action))
  const keys = new Set([...acts].map((action) => action.replaceAll('.', '_')))
  const all = await catalogued()
  expect(all.length).toBeGreaterThan(120)
  const isAct = (action: string) => acts.has(action) || keys.has(action)
  // The words of an action have underscores for its points.
  const isNone = (action: string) =>
    notOfAuthority.some((form) => form.test(action)) ||
    (!action.includes('.') &&
      [...action.matchAll(/_/g)].some(({ index }) =>
        notOfAuthority.some((form) => form.test(`${action.slice(0, index)}.${action.slice(index + 1)}`)),
      ))
  expect(all.filter((action) => !isAct(action) && !isNone(action))).toEqual([])
  expect(all.filter((action) => action.includes('.') && isAct(action) && isNone(action))).toEqual([])
  const written = new Set(all.map((action) => action.replaceAll('.', '_')))
  expect([...keys].filter((key) => !written.has(key))).toEqual([])
})

test('each act is listed once, with what it does', async () => {
  const { rows } = await db.admin.query(
    `select count(*)::int as all, count(distinct action)::int as each,
            count(*) filter (where effect in ('takes', 'gives', 'both', 'repeats'))::int as said from audit.authority_actions()`,
  )
  expect(rows[0].each).toBe(rows[0].all)
  expect(rows[0].said).toBe(rows[0].all)
})

test('a plan knows the acts as a constant, because every entry of the audit log is compared with them', async () => {
  const { rows } = await db.admin.query<{ 'QUERY PLAN': string }>(
    'explain (verbose, costs off) select audit.is_authority(l.action) from audit.log l',
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/action = ANY \('\{.*label\.granted.*\}'::text\[\]\)/)
  const { rows: each } = await db.admin.query<{ is: boolean; isNot: boolean }>(
    `select bool_and(audit.is_authority(action)) as is, bool_or(audit.is_authority(action || '!')) as "isNot"
       from audit.authority_actions()`,
  )
  expect(each).toEqual([{ is: true, isNot: false }])
})
