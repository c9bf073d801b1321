import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buffersOf, plannedBuffersOf } from '../../../test/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { systemClock } from '../../adapters/clock/clock.ts'
import { createSealSigner } from '../../adapters/keys/seal-signer.ts'
import { hashOf, type SealStatement, textOf } from './seal.ts'
import { auditSealing, type SealJournal } from './sealing.ts'
import { verifyAudit } from './verifying.ts'

let db: TestDatabase
let admin: pg.Client
let kept: SealStatement[]
const key = randomBytes(32)

beforeEach(async () => {
  db = await cloneDatabase()
  admin = new pg.Client({ connectionString: db.adminUrl })
  await admin.connect()
  kept = []
})
afterEach(async () => {
  await admin.end()
  await db.close()
})

const journal: SealJournal = {
  append: async (seal) => void kept.push(seal),
  last: async () => kept.at(-1),
  read: async () => [...kept],
}
const silent = pino({ level: 'silent' })
const sealing = (keys: readonly [Buffer, ...Buffer[]] = [key], logger = silent) =>
  auditSealing({
    database: db.database,
    clock: systemClock,
    signer: createSealSigner(keys),
    journal,
    logger,
  })
const verify = (keys: readonly [Buffer, ...Buffer[]] = [key]) =>
  verifyAudit({ database: db.database, signer: createSealSigner(keys), journal })

const note = (client: pg.Client, name: string) =>
  client.query(`select audit.record('test.done', 'test', $1, '{"a": 1}', '{"a": 2, "b": "ñ"}')`, [name])
const idOf = async (name: string): Promise<string> =>
  (await admin.query(`select id from audit.log where entity = 'test' and entity_id = $1`, [name])).rows[0].id

/** Three entries in one seal, and two in the next. */
async function sealed() {
  for (const name of ['a', 'b', 'c']) await note(admin, name)
  await sealing().seal()
  for (const name of ['d', 'e']) await note(admin, name)
  await sealing().seal()
}

test('an untouched log is valid, and its seals are chained', async () => {
  await sealed()
  const report = await verify()
  expect(report).toMatchObject({ sealCount: 2, waitingCount: 0, faults: [] })
  expect(report.entryCount).toBeGreaterThanOrEqual(5)
  expect(kept.map(({ no }) => no)).toEqual([1, 2])
  expect(kept[1]?.previous).toBe(hashOf(kept[0] as SealStatement))
  expect(await sealing().seal()).toBe(0)
  await note(admin, 'f')
  expect(await verify()).toMatchObject({ sealCount: 2, waitingCount: 1, faults: [] })
})

test('while a cluster node has a commit in doubt nothing is sealed, which is logged once; afterwards everything is', async () => {
  const warnings: string[] = []
  const lines = { write: (line: string) => void warnings.push(JSON.parse(line).msg) }
  const waiting = sealing([key], pino({ level: 'warn' }, lines))
  const answer = (isInDoubt: boolean) =>
    admin.query(
      `create or replace function audit.has_commit_in_doubt() returns boolean language plpgsql volatile
       set search_path = pg_catalog, pg_temp as $$ begin return ${isInDoubt}; end $$`,
    )
  await note(admin, 'a')
  await answer(true)
  expect(await waiting.seal()).toBe(0)
  expect(await waiting.seal()).toBe(0)
  expect(warnings).toEqual(['audit seals wait for a commit in doubt'])
  expect(await verify()).toMatchObject({ sealCount: 0, faults: [] })
  await answer(false)
  expect(await waiting.seal()).toBe(1)
  expect(await verify()).toMatchObject({ sealCount: 1, waitingCount: 0, faults: [] })
})

test('neither the next seal nor the metrics read the seals of earlier days', async () => {
  const earlier = (from: number, through: number) =>
    admin.query(
      `insert into audit.seals
       select n, now() - interval '1 day', array[app.uuid_v7()], array['\\x00'::bytea], sha256('a'), sha256('b'), sha256('c'),
              sha256('d') || sha256('e'), (extract(epoch from now() - interval '1 day') * 1000)::bigint + n,
              tstzrange(now() - interval '1 day', now() - interval '1 day', '[]')
         from generate_series($1::bigint, $2) n`,
      [from, through],
    )
  const read = async () => {
    await admin.query('analyze audit.seals, audit.log')
    const pages: number[] = []
    for (const question of ['select audit.unsealed(1)', 'select platform.gauges()'])
      pages.push(await plannedBuffersOf(admin, question))
    return pages as [number, number]
  }
  await earlier(99_991, 100_000)
  await sealed()
  await note(admin, 'f')
  const before = await read()
  await earlier(1, 99_990)
  const after = await read()
  expect(after[0]).toBeLessThan(before[0] + 100)
  expect(after[1]).toBeLessThan(before[1] + 100)
  expect(await sealing().seal()).toBe(1)
  expect(kept.map(({ no, count }) => [no, count])).toEqual([
    [100_001, expect.any(Number)],
    [100_002, 2],
    [100_003, 1],
  ])
})

test('a changed, a deleted and an inserted entry are each reported', async () => {
  await sealed()
  const [changed, removed] = [await idOf('b'), await idOf('d')]
  await admin.query(`update audit.log set after = '{"a": 3}' where id = $1`, [changed])
  await admin.query('delete from audit.log where id = $1', [removed])
  const inserted = '01900000-0000-7000-8000-000000000001'
  await admin.query(
    `insert into audit.log (id, at, action, entity) values ($1, now() - interval '1 year', 'x', 'test')`,
    [inserted],
  )
  const { faults } = await verify()
  expect(faults).toEqual([
    { kind: 'entry changed', subject: changed },
    { kind: 'entry removed', subject: removed },
    { kind: 'entry not sealed', subject: inserted },
  ])
})

test('an inserted entry is found in a log of many pages, each read with the seals of its own time only', async () => {
  const page = 'select * from audit.never_sealed($1, 100)'
  // Sixty seals of a thousand entries, an hour apart and long ago.
  await admin.query(
    `with made as materialized (
       insert into audit.log (id, at, action, entity, entity_id)
       select overlay(gen_random_uuid()::text placing left(app.first_uuid_at(t.at)::text, 15) from 1)::uuid, t.at, 'x', 'old', no::text
         from generate_series(1, 60) no
         cross join lateral (select now() - interval '1 year' + no * interval '1 hour' as at) t
         cross join generate_series(1, 1000)
       returning id, entity_id)
     insert into audit.seals
     select entity_id::int, now(), array_agg(id order by id), array_agg('\\x00'::bytea), '\\x00', '\\x00', '\\x00', '\\x00',
            audit.made_at_ms((array_agg(id order by id desc))[1]), audit.made_between(array_agg(id order by id))
       from made group by entity_id`,
  )
  await admin.query('vacuum analyze audit.log, audit.seals')
  await sealed()
  const inserted = '01900000-0000-7000-8000-000000000001'
  await admin.query(
    `insert into audit.log (id, at, action, entity) values ($1, now() - interval '1 year', 'x', 'test')`,
    [inserted],
  )
  let from: string | null = '00000000-0000-0000-0000-000000000000'
  const found: string[] = []
  const pages: number[] = []
  for (let part = 0; part < 10; part++) {
    pages.push(await buffersOf(admin, page, [from]))
    const { rows }: { rows: { ids: string[]; next: string }[] } = await admin.query(page, [from])
    found.push(...(rows[0]?.ids ?? []))
    from = rows[0]?.next ?? null
  }
  expect(found).toEqual([inserted])
  // The ids of all seals alone are 300.
  expect(Math.max(...pages.slice(1))).toBeLessThan(400)
  const { faults } = await verify()
  expect(faults.filter(({ kind }) => kind === 'entry not sealed')).toEqual([
    { kind: 'entry not sealed', subject: inserted },
  ])
})

test.each([
  ['at', `'2020-01-01'`],
  ['action', `'other'`],
  ['entity', `'other'`],
  ['entity_id', `'other'`],
  ['before', 'null'],
  ['after', `'{}'`],
  ['user_id', `'01900000-0000-7000-8000-000000000002'`],
  ['store_id', `'01900000-0000-7000-8000-000000000002'`],
  ['permission_set', '11'],
  ['request_id', `'other'`],
])('a change of the column %s is detected', async (column, value) => {
  await sealed()
  const id = await idOf('e')
  await admin.query(`update audit.log set ${column} = ${value} where id = $1`, [id])
  expect((await verify()).faults).toEqual([{ kind: 'entry changed', subject: id }])
})

test('a change of the column merchant_id is detected', async () => {
  await sealed()
  const id = await idOf('e')
  // An update cannot change it on a cluster, where it decides on the row's node.
  const replace = async (changes: Readonly<Record<string, unknown>>) => {
    const { rows } = await admin.query('select *, at::text as at from audit.log where id = $1', [id])
    await admin.query('delete from audit.log where id = $1', [id])
    const row = Object.entries({ ...rows[0], ...changes })
    await admin.query(
      `insert into audit.log (${row.map(([name]) => name)}) values (${row.map((_, no) => `$${no + 1}`)})`,
      row.map(([, value]) => value),
    )
  }
  await replace({})
  expect((await verify()).faults).toEqual([])
  await replace({ merchant_id: '01900000-0000-7000-8000-000000000002' })
  expect((await verify()).faults).toEqual([{ kind: 'entry changed', subject: id }])
})

test('every column of the log is covered', async () => {
  const { rows } = await admin.query(
    `select column_name as name from information_schema.columns
      where table_schema = 'audit' and table_name = 'log' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    // The id is listed in the seal; each other column is changed in the tests above.
    [
      'action',
      'after',
      'at',
      'before',
      'entity',
      'entity_id',
      'id',
      'merchant_id',
      'permission_set',
      'request_id',
      'store_id',
      'user_id',
    ],
  )
})

test('a restored older log is detected by the external journal', async () => {
  await sealed()
  await admin.query('delete from audit.log where entity_id in ($1, $2)', ['d', 'e'])
  await admin.query('delete from audit.seals where no = 2')
  expect((await verify()).faults).toEqual([{ kind: 'log set back', subject: '2' }])
  // Without the journal it would go unnoticed.
  kept.length = 0
  expect((await verify()).faults).toEqual([])
})

test('a seal that a server adds while the log is verified is no fault', async () => {
  await sealed()
  await note(admin, 'f')
  const busy: SealJournal = {
    ...journal,
    read: async () => {
      await sealing().seal()
      return journal.read()
    },
  }
  const parts = { database: db.database, signer: createSealSigner([key]), journal: busy }
  expect((await verifyAudit(parts)).faults).toEqual([])
  expect(kept).toHaveLength(3)
})

test('a missing and an altered seal are reported', async () => {
  await sealed()
  await note(admin, 'f')
  await sealing().seal()
  await admin.query('delete from audit.seals where no = 2')
  expect((await verify()).faults).toEqual([
    { kind: 'seal missing', subject: '2' },
    { kind: 'log set back', subject: '2' },
  ])
  await admin.query(`update audit.seals set at = at - interval '1 day' where no = 3`)
  expect((await verify()).faults).toContainEqual({ kind: 'seal altered', subject: '3' })
})

test('history rewritten with another key is detected by its key and by the journal', async () => {
  await sealed()
  const { rows } = await admin.query('select * from audit.seals where no = 2')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const strange = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  const forged = { ...(kept[1] as SealStatement), publicKey: strange }
  await admin.query('update audit.seals set public_key = $1, signature = $2 where no = 2', [
    Buffer.from(strange, 'hex'),
    sign(null, textOf(forged), privateKey),
  ])
  expect(rows).toHaveLength(1)
  expect((await verify()).faults).toEqual([
    { kind: 'seal of a strange key', subject: '2' },
    { kind: 'seal altered', subject: '2' },
  ])
})

test('an entry whose transaction commits after later ones were sealed is sealed the next time', async () => {
  const slow = new pg.Client({ connectionString: db.adminUrl })
  await slow.connect()
  try {
    await slow.query('begin')
    await note(slow, 'slow')
    await note(admin, 'quick')
    await sealing().seal()
    await slow.query('commit')
    expect(await verify()).toMatchObject({ waitingCount: 1, faults: [] })
    await sealing().seal()
    expect(await verify()).toMatchObject({ waitingCount: 0, faults: [] })
    // Nothing is left for a third seal.
    expect(await sealing().seal()).toBe(0)
  } finally {
    await slow.end()
  }
})

/** Sets the clock of the database apart from that of the machine. */
async function setClock(apart: string) {
  for (const name of ['app.clock', 'app.uuid_v7']) {
    const { rows } = await admin.query('select pg_get_functiondef($1::regproc) as text', [name])
    const clock = /\(clock_timestamp\(\) \+ '[^']*'::interval\)|clock_timestamp\(\)/i
    await admin.query(rows[0].text.replace(clock, `(clock_timestamp() + '${apart}'::interval)`))
  }
}

test.each([
  ['began in another year', '-6 years'],
  ['was two hours ahead', '-2 hours'],
])('entries are sealed when the clock %s, before and after it is set', async (_, apart) => {
  await sealed()
  await setClock(apart)
  await note(admin, 'behind')
  expect(await verify()).toMatchObject({ waitingCount: 1, faults: [] })
  const gauge = `select from platform.gauges() where name = 'audit_oldest_unsealed_seconds' and value > 0`
  expect((await admin.query(gauge)).rowCount).toBe(1)
  await sealing().seal()
  expect(await verify()).toMatchObject({ waitingCount: 0, faults: [] })
  // Right before the clock is set, and later than the seal.
  await note(admin, 'not yet sealed')
  await setClock('0 seconds')
  await note(admin, 'right again')
  expect((await verify()).faults).toEqual([])
  await sealing().seal()
  expect(await verify()).toMatchObject({ waitingCount: 0, faults: [] })
  expect(await sealing().seal()).toBe(0)
  const { rows } = await admin.query(
    `select count(*)::int as n from audit.log where action = 'audit.clock_behind'`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a clock that is behind is recorded and sealed also while nobody writes', async () => {
  await sealed()
  await setClock('-6 years')
  expect(await sealing().seal()).toBe(1)
  expect(await sealing().seal()).toBe(0)
  await note(admin, 'later')
  await setClock('0 seconds')
  expect(await sealing().seal()).toBe(1)
  expect(await verify()).toMatchObject({ waitingCount: 0, faults: [] })
})

test('concurrent sealing gives each entry one seal', async () => {
  for (let round = 0; round < 20; round++) {
    for (let no = 0; no < 5; no++) await note(admin, `${round}-${no}`)
    await Promise.all(Array.from({ length: 5 }, () => sealing().seal()))
  }
  await sealing().seal()
  const report = await verify()
  expect(report).toMatchObject({ waitingCount: 0, faults: [] })
  const { rows } = await admin.query(
    `select count(*)::int as all, count(distinct id)::int as each
       from (select unnest(audit_ids) as id from audit.seals) s`,
  )
  expect(rows[0].all).toBe(rows[0].each)
  expect(rows[0].all).toBe(report.entryCount)
})

test('more entries than one seal covers are sealed by several', async () => {
  await admin.query(
    `select audit.record('test.done', 'test', n::text, null, null) from generate_series(1, 2500) n`,
  )
  expect(await sealing().seal()).toBe(3)
  expect(await verify()).toMatchObject({ sealCount: 3, waitingCount: 0, faults: [] })
})

test('after a key rotation the old seals stay valid, also when the old key is gone', async () => {
  await sealed()
  const next = randomBytes(32)
  // Until the new key has sealed something, the last seal is by a key that is only known as an old one.
  expect((await verify([next, key])).faults).toEqual([])
  expect((await verify([next])).faults).toEqual([{ kind: 'seal of a strange key', subject: '2' }])
  await note(admin, 'f')
  await sealing([next, key]).seal()
  expect(await verify([next])).toMatchObject({ sealCount: 3, faults: [] })
})

test('a journal that cannot be written does not stop sealing', async () => {
  await note(admin, 'a')
  const broken: SealJournal = { ...journal, append: () => Promise.reject(new Error('disk full')) }
  const parts = { database: db.database, clock: systemClock, signer: createSealSigner([key]), logger: silent }
  expect(await auditSealing({ ...parts, journal: broken }).seal()).toBe(1)
  expect((await verify()).faults).toEqual([])
})
