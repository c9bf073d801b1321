import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemas } from '../src/areas.ts'
import { placesOf } from '../src/database/places.ts'
import { sqlSources } from '../src/database/sources.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { standingFaults } from './standings-law.ts'
import { type Store, type World, worldOf } from './world.ts'

let db: TestDatabase
let world: World
let store: Store

beforeAll(async () => {
  db = await cloneDatabase()
  world = worldOf(db.admin)
  store = await world.store()
})
afterAll(() => db.close())

/** What a function writes of the directory, and the function that copies it for authentication. */
const copied = [
  {
    writes: /\b(insert\s+into|update|delete\s+from)\s+identity\.accounts\b/i,
    keeps: /\bauthz\.keep_caller\(/i,
  },
  {
    writes: /\b(insert\s+into|update|delete\s+from)\s+shop\.memberships\b/i,
    keeps: /\bauthz\.keep_standing\(/i,
  },
  // A merchant has no members when it is created.
  {
    writes: /\bupdate\s+platform\.merchants\b[^;]*?\b(status|owner_id)\s*=[^;]*?\bwhere\b/i,
    keeps: /\bauthz\.keep_merchant\(/i,
  },
] as const

interface Body {
  readonly name: string
  readonly body: string
}

/** One sentence for each function that writes a source and leaves its copy as it was. */
const careless = (functions: readonly Body[]) =>
  functions.flatMap(({ name, body }) =>
    copied
      .filter(({ writes, keeps }) => writes.test(body) && !keeps.test(body))
      .map(({ keeps }) => `${name} does not call ${/keep_\w+/.exec(keeps.source)}`),
  )

async function functionsOf(of: readonly string[]): Promise<Body[]> {
  const { rows } = await db.admin.query<Body>(
    `select n.nspname || '.' || p.proname as name,
            regexp_replace(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), '--[^\\n]*', '', 'g') as body
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)`,
    [of],
  )
  return rows
}

test('who writes an account, a membership or a merchant’s status or owner also writes the copy of it', async () => {
  const functions = await functionsOf(schemas)
  for (const { writes } of copied)
    expect(functions.filter(({ body }) => writes.test(body)).length).toBeGreaterThan(1)
  expect(careless(functions)).toEqual([])
})

test('who writes one of them without its copy is found', () => {
  const wrong = [
    'update identity.accounts a set status = p_status where a.id = p_account;',
    'update shop.memberships set role = p_role where id = p_id;',
    `update platform.merchants m set status_reason = '', status = p_status where m.id = p_id;`,
    'update platform.merchants m set owner_id = p_owner where m.id = p_id;',
  ]
  expect(wrong.flatMap((body, no) => careless([{ name: `wrong ${no}`, body }]))).toEqual([
    'wrong 0 does not call keep_caller',
    'wrong 1 does not call keep_standing',
    'wrong 2 does not call keep_merchant',
    'wrong 3 does not call keep_merchant',
  ])
})

test('authentication reads no table that is on every node, but for the scopes of API keys', async () => {
  const places = placesOf(await sqlSources())
  const { body } = (await functionsOf(['app'])).find(({ name }) => name === 'app.authenticate') as Body
  const read = [...new Set(body.match(/\b[a-z]+\.[a-z_]+\b/g))].filter((name) => places.has(name))
  expect(read).toContain('authz.standings')
  expect(read.filter((name) => places.get(name) !== 'control')).toEqual(['shop.api_keys'])
})

test('the logins cannot write the directory, nor reach the copies of it', async () => {
  const { rows } = await db.admin.query(
    `select r.rolname, t.name, c.command
       from pg_roles r cross join (values ('INSERT'), ('UPDATE'), ('SELECT')) c (command)
      cross join unnest(array['identity.accounts', 'shop.memberships', 'authz.callers', 'authz.standings']) t (name)
      where r.rolname in ('mostrador_api', 'mostrador_worker') and has_any_column_privilege(r.oid, t.name, c.command)
        and (c.command <> 'SELECT' or t.name like 'authz.%')
      union all
     select r.rolname, a.attname::text, 'UPDATE' from pg_roles r
      cross join unnest(array['status', 'owner_id']) a (attname)
      where r.rolname in ('mostrador_api', 'mostrador_worker')
        and has_column_privilege(r.oid, 'platform.merchants', a.attname, 'UPDATE')`,
  )
  expect(rows).toEqual([])
})

const changes: readonly (readonly [what: string, text: string, fault: RegExp])[] = [
  [
    'an account blocked',
    `update identity.accounts set status = 'BLOCKED' where id = $2 and $1::uuid is not null`,
    /^account .* is copied with another status$/,
  ],
  [
    'a membership ended',
    'update shop.memberships set ended_at = now() where account_id = $2 and merchant_id = $1',
    /^membership .* has ended and is still copied$/,
  ],
  [
    'a role lowered',
    `update shop.memberships set role = 'cashier' where account_id = $2 and merchant_id = $1`,
    /^membership .* is copied with another role$/,
  ],
  [
    'a merchant suspended',
    `update platform.merchants set status = 'SUSPENDED' where id = $1 and owner_id = $2`,
    /^membership .* is copied with another status of its merchant$/,
  ],
  [
    'a copy lost',
    'delete from authz.standings where account_id = $2 and merchant_id = $1',
    /^membership .* has no copy$/,
  ],
]

test('a session that outlives its terminal is seen, and ended', async () => {
  const client = await db.admin.connect()
  const values = [store.merchantId, store.id, store.manager.id, store.manager.membershipId]
  try {
    await client.query('begin')
    await client.query(
      `with made as (insert into shop.terminals (merchant_id, id, store_id, permission_set, name)
                     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'stores'), 'Caja') returning id)
       insert into identity.sessions (id, account_id, token_hash, idle_until, expires_at, merchant_id, terminal_id, membership_id)
       select app.uuid_v7(), $3, 'token', now(), now() + interval '1 hour', $1, id, $4 from made`,
      values,
    )
    expect(await standingFaults(client)).toEqual([])
    await client.query(`update shop.terminals set status = 'DISABLED' where merchant_id = $1`, [
      store.merchantId,
    ])
    expect(await standingFaults(client)).toEqual([expect.stringContaining('where it should have ended')])
    expect(await mended(client)).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test.each(changes)('a difference is seen, and mended: %s', async (_what, text, fault) => {
  expect(await standingFaults(db.admin)).toEqual([])
  const client = await db.admin.connect()
  try {
    await client.query('begin')
    await client.query(text, [store.merchantId, store.manager.id])
    expect(await standingFaults(client)).toEqual([expect.stringMatching(fault)])
    expect(await mended(client)).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a copy that stands in the place of another is mended in every order', async () => {
  const [one, other] = [await world.member(store, 'cashier'), await world.member(store, 'cashier')]
  for (const [lost, left] of [
    [one, other],
    [other, one],
  ] as const) {
    const client = await db.admin.connect()
    try {
      await client.query('begin')
      await client.query('delete from authz.standings where membership_id = $1', [lost.membershipId])
      await client.query('update authz.standings set account_id = $2 where membership_id = $1', [
        left.membershipId,
        lost.id,
      ])
      expect(await standingFaults(client)).toHaveLength(2)
      expect(await mended(client)).toEqual([])
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

/** What is still wrong after all that was found has been mended, as the owner of the tables does. */
async function mended(client: pg.PoolClient): Promise<string[]> {
  await client.query('set local role mostrador_owner')
  const { rows } = await client.query(
    'select * from authz.standing_faults() order by membership_id, account_id',
  )
  for (const { account_id, merchant_id, membership_id, session_id } of rows)
    await client.query('select authz.repair_standing($1, $2, $3, $4)', [
      account_id,
      merchant_id,
      membership_id,
      session_id,
    ])
  return standingFaults(client)
}
