import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import type { Person, Store } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import * as queries from './queries.ts'

// Lost acts of which one excludes the other. server/test/restored.test.ts covers a whole restore.
let app: RunningProduct
let store: Store

beforeAll(async () => {
  app = await startProduct()
  store = await app.world.store()
})
afterAll(() => app.close())

/** An act that a restore has lost: a person joined a store, or became an operator. */
const joined = ({ id }: Person) => ({
  action: 'membership.created',
  entity: 'membership',
  entityId: randomUUID(),
  merchantId: store.merchantId,
  storeId: store.id,
  after: { accountId: id, role: 'cashier' },
})
const promoted = ({ id }: Person) => ({
  action: 'label.granted',
  entity: 'account',
  entityId: id,
  after: { label: 'platformOperator' },
})

test.each([
  ['store_staff', joined, promoted],
  ['platform_staff', promoted, joined],
  ['already_member', joined, joined],
])('a lost act that excludes one already accepted is refused with %s, and stays open', async (code, first, second) => {
  const [admin, person] = [await app.world.platformAdmin(), await app.world.person()]
  const lost = (act: object) => ({ ...act, id: randomUUID(), at: new Date().toISOString() })
  const acts = [lost(first(person)), lost(second(person))] as const
  await app.product.restoration.mark({
    identity: randomUUID(),
    replacedNodes: [0],
    lostSeal: undefined,
    events: acts,
    folios: [],
  })
  // The restore has ended every session.
  const entered = { token: await app.world.session(admin.id) }
  const decide = ({ id }: { id: string }, decision: string) =>
    app.call(entered, 'POST', `/platform/restored_acts/${id}/decision`, { decision })
  const given = async () =>
    (
      await app.admin.query(
        `select (select count(*)::int from shop.memberships where account_id = $1) as memberships,
                (select count(*)::int from identity.labels where account_id = $1) as labels,
                (select status from platform.restored_acts where event_id = $2) as status`,
        [person.id, acts[1].id],
      )
    ).rows
  expect((await decide(acts[0], 'ACCEPTED')).status).toBe(204)
  const before = await given()
  expect(before).toMatchObject([{ status: 'PROPOSED' }])
  expect(await decide(acts[1], 'ACCEPTED')).toMatchObject({ status: 409, body: { code } })
  expect(await given()).toEqual(before)
  expect((await decide(acts[1], 'DECLINED')).status).toBe(204)
})

test('a restored database is marked however long its lost acts take, within ten minutes', async () => {
  const found = { identity: randomUUID(), replacedNodes: [0], lostSeal: undefined, events: [], folios: [] }
  const [limit] = await app.product.database.worker(async (tx) => {
    await queries.mark(tx, found)
    return tx.rows(
      sql<{ statement_timeout: string }>`select current_setting('statement_timeout') as statement_timeout`,
    )
  })
  expect(limit).toEqual({ statement_timeout: '10min' })
})

test('sessions that ended since take no lock on the authority of their people', async () => {
  const person = await app.world.person()
  const act = { id: randomUUID(), at: new Date().toISOString(), entity: 'account', entityId: person.id }
  const applied = async (action: string) => {
    await app.admin.query('begin')
    const { rows } = await app.admin.query(
      `select platform.apply_act($1) as status,
              (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
      [{ ...act, action }],
    )
    await app.admin.query('rollback')
    return rows
  }
  expect(await applied('recovery_codes.renewed')).toEqual([{ status: 'NOTHING', locks: 1 }])
  expect(await applied('session.ended')).toEqual([{ status: 'NOTHING', locks: 0 }])
})
