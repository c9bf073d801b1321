import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Verb } from '../src/authorization/matrix.ts'
import { type App, startProduct } from './app.ts'
import type { Member, Person, Store } from './world.ts'

// Access is an overlap of two sets of strings, and nothing else: here sets are written by hand, with strings
// that the product would never write and that the database refuses (role-grammar.test.ts). The checks are
// removed here, since such strings must not give access even if they were stored.
let app: App
let client: pg.Client
let store: Store
let sibling: Store
let foreign: Store
let cashier: Member
let supervisor: Member

beforeAll(async () => {
  app = await startProduct()
  const merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  sibling = await app.world.store(merchant)
  foreign = await app.world.store()
  cashier = await app.world.member(store, 'cashier')
  supervisor = await app.world.member(store, 'supervisor')
  await app.admin.query(`alter table authz.permission_sets drop constraint permission_sets_roles`)
  await app.admin.query(`alter table authz.role_sets drop constraint role_sets_role`)
  client = new pg.Client({ connectionString: app.apiUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.close()
})

/** A customer of the store whose set grants access to these strings; returns its id. */
async function rowFor(roles: readonly string[], verbs: readonly Verb[] = ['read']): Promise<string> {
  const granted = (verb: Verb) => (verbs.includes(verb) ? roles : [])
  const { rows } = await app.admin.query(
    `with made as (
       insert into authz.permission_sets (id, merchant_id, store_id, membership_id, domain, may_create, may_read, may_update, may_delete)
       values (nextval('authz.set_no') * 16 + 3, $1, $2, app.uuid_v7(), 'sales', $3, $4, $5, $6) returning *)
     select made.id, authz.index_sets(made) from made`,
    [store.merchantId, store.id, granted('create'), granted('read'), granted('update'), granted('delete')],
  )
  const made = await app.admin.query(
    `insert into selling.customers (merchant_id, id, store_id, permission_set, name)
     values ($1, app.uuid_v7(), $2, $3, 'Cliente') returning id`,
    [store.merchantId, store.id, rows[0].id],
  )
  return made.rows[0].id
}

/** Runs `work` in a transaction of the person, or of a guest, and rolls it back. */
async function as<T>(person: Pick<Person, 'token'> | undefined, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    if (person === undefined) await client.query(`select app.authenticate_guest('test')`)
    else {
      const hash = createHash('sha256').update(person.token).digest()
      await client.query(`select app.authenticate($1, null, true, 'test')`, [hash])
    }
    return await work()
  } finally {
    await client.query('rollback')
  }
}

const sees = (person: Pick<Person, 'token'> | undefined, id: string): Promise<boolean> =>
  as(
    person,
    async () => (await client.query('select from selling.customers where id = $1', [id])).rowCount === 1,
  )

describe('strings match exactly as a whole:', () => {
  test.each<[string, () => string]>([
    ['the team’s id with a letter more', () => `team:${store.id}a`],
    ['the team’s id with a letter less', () => `team:${store.id.slice(0, -1)}`],
    ['the team’s id in capitals', () => `team:${store.id.toUpperCase()}`],
    ['a role of which the real one is the beginning', () => `team:${store.id}/cashiers`],
    ['the beginning of a role', () => `team:${store.id}/cash`],
    ['a role with a space behind', () => `team:${store.id}/cashier `],
    ['no role after the stroke', () => `team:${store.id}/`],
    ['a pattern for any team', () => 'team:%'],
    ['a star', () => '*'],
    ['nothing', () => ''],
    ['the membership as a user', () => `user:${cashier.membershipId}`],
    ['the user as a membership', () => `member:${cashier.id}`],
    ['the user’s id with a letter more', () => `user:${cashier.id}0`],
    ['the bare id', () => cashier.id],
    ['a label that nobody gave', () => 'label:platformOperator'],
    ['guests in the singular', () => 'guest'],
    ['two strings in one', () => `team:${store.id},user:${cashier.id}`],
  ])('%s opens nothing', async (_what, role) => {
    const id = await rowFor([role()])
    for (const person of [cashier, supervisor, store.manager, sibling.manager, foreign.manager, undefined])
      expect(await sees(person, id)).toBe(false)
  })

  test('a role does not match the one above it, or the one below', async () => {
    const rows = { cashier: '', supervisor: '', manager: '' }
    for (const role of ['cashier', 'supervisor', 'manager'] as const)
      rows[role] = await rowFor([`team:${store.id}/${role}`])
    for (const [person, own] of [
      [cashier, 'cashier'],
      [supervisor, 'supervisor'],
      [store.manager, 'manager'],
    ] as const)
      for (const role of ['cashier', 'supervisor', 'manager'] as const)
        expect(await sees(person, rows[role]), `${own} on ${role}`).toBe(role === own)
  })
})

test('the team’s string matches every member, and nobody of another store', async () => {
  const id = await rowFor([`team:${store.id}`])
  for (const person of [cashier, supervisor, store.manager]) expect(await sees(person, id)).toBe(true)
  for (const person of [
    await app.world.member(sibling, 'manager'),
    foreign.manager,
    await app.world.person(),
  ])
    expect(await sees(person, id)).toBe(false)
})

describe('a set for one account', () => {
  test('matches that account, without any membership, until its session ends', async () => {
    const customer = await app.world.person()
    const id = await rowFor([`user:${customer.id}`])
    expect(await sees(customer, id)).toBe(true)
    for (const person of [
      cashier,
      store.manager,
      undefined,
      await app.world.person(),
      await app.world.platformAdmin(),
    ])
      expect(await sees(person, id)).toBe(false)
    expect((await app.call(customer, 'DELETE', '/auth/sessions/current')).status).toBe(204)
    await expect(sees(customer, id)).rejects.toMatchObject({ code: '28000' })
  })

  test('outlives a membership, unlike a set for the membership', async () => {
    const member = await app.world.member(store, 'cashier')
    const [ofUser, ofMember] = [
      await rowFor([`user:${member.id}`]),
      await rowFor([`member:${member.membershipId}`]),
    ]
    expect([await sees(member, ofUser), await sees(member, ofMember)]).toEqual([true, true])
    const ended = await app.call(store.manager, 'DELETE', `/pos/memberships/${member.membershipId}`)
    expect(ended.status).toBe(204)
    expect([await sees(member, ofUser), await sees(member, ofMember)]).toEqual([true, false])

    // A person who returns is a new member, and does not get the former one’s rows.
    await app.world.member(store, 'cashier', member)
    expect(await sees(member, ofMember)).toBe(false)
  })

  test('stays readable while the merchant is suspended, unlike a set for the team', async () => {
    const lone = await app.world.store()
    const id = await rowFor([`user:${lone.manager.id}`])
    const suspend = (status: string) =>
      app.admin.query('select platform.write_status($1, $2)', [lone.merchantId, status])
    const team = async () =>
      as(lone.manager, async () => (await client.query('select from shop.stores')).rowCount)
    expect(await team()).toBe(1)
    await suspend('SUSPENDED')
    expect([await team(), await sees(lone.manager, id)]).toEqual([0, true])
    await suspend('ACTIVE')
    expect(await team()).toBe(1)
  })
})

test('a set for guests matches callers without a session, only for reading', async () => {
  const id = await rowFor(['guests'], ['create', 'read', 'update', 'delete'])
  expect(await sees(undefined, id)).toBe(true)
  for (const person of [cashier, await app.world.person()]) expect(await sees(person, id)).toBe(false)
  await as(undefined, async () => {
    for (const text of [`update selling.customers set name = 'x'`, 'delete from selling.customers'])
      expect((await client.query(text)).rowCount).toBe(0)
  })
})

test('a set for a label matches its holders with a second factor, until the label is removed', async () => {
  const id = await rowFor(['label:distributor'])
  const holder = await app.world.person({ labels: ['distributor'] })
  const careless = await app.world.person({ labels: ['distributor'], secondFactor: false })
  expect([await sees(holder, id), await sees(careless, id), await sees(cashier, id)]).toEqual([
    true,
    false,
    false,
  ])
  await app.world.loseLabels(holder.id)
  expect(await sees(holder, id)).toBe(false)
})

test('one matching string is enough, and each verb has its own', async () => {
  const roles = [`team:${foreign.id}`, `user:${supervisor.id}`, 'guest']
  const id = await rowFor(roles, ['read', 'update'])
  await as(supervisor, async () => {
    const where = 'where id = $1'
    expect((await client.query(`update selling.customers set name = 'x' ${where}`, [id])).rowCount).toBe(1)
    expect((await client.query(`delete from selling.customers ${where}`, [id])).rowCount).toBe(0)
  })
})

test('a caller who may change but not read a row cannot find it by changing it', async () => {
  const id = await rowFor([`user:${supervisor.id}`], ['update', 'delete'])
  await as(supervisor, async () => {
    expect((await client.query(`update selling.customers set name = 'x' where id = $1`, [id])).rowCount).toBe(
      0,
    )
    expect((await client.query('delete from selling.customers where id = $1', [id])).rowCount).toBe(0)
  })
})

describe('PostgreSQL leaks nothing in other ways:', () => {
  const product = (at: Store, price: number) =>
    app.admin.query(
      `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'x', $3)`,
      [at.merchantId, at.id, price],
    )

  test('totals and extremes without WHERE cover only the caller’s rows', async () => {
    const lone = await app.world.store()
    await product(lone, 5)
    await product(lone, 7)
    await product(foreign, 900_000)
    const { rows } = await as(lone.manager, () =>
      client.query(
        `select count(*)::int as n, sum(price_centavos)::int as sum, max(price_centavos)::int as max from catalog.products`,
      ),
    )
    expect(rows).toEqual([{ n: 2, sum: 12, max: 7 }])
  })

  test('a condition that would fail on a foreign row never sees it', async () => {
    const lone = await app.world.store()
    await product(lone, 5)
    await product(foreign, 1)
    const { rowCount } = await as(lone.manager, () =>
      client.query('select from catalog.products where 1 / (price_centavos - 1) >= 0'),
    )
    expect(rowCount).toBe(1)
  })

  test('planner statistics are not readable', async () => {
    await app.admin.query('analyze catalog.products')
    const { rowCount } = await as(store.manager, () =>
      client.query(`select from pg_stats where schemaname = 'catalog' and tablename = 'products'`),
    )
    expect(rowCount).toBe(0)
  })
})

describe('lists over HTTP', () => {
  const list = (person: Person, query: string) => app.call(person, 'GET', `/pos/categories?limit=2&${query}`)
  const categories = async (at: Store, count: number) => {
    for (let no = 0; no < count; no++) {
      const made = await app.call(at.manager, 'POST', '/pos/categories', {
        storeId: at.id,
        name: `${at.code} ${no}`,
      })
      expect(made.status).toBe(201)
    }
  }

  test('pages end with the caller’s rows, however many others there are in between', async () => {
    await categories(store, 3)
    await categories(foreign, 5)
    const seen: { storeId: string }[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list(cashier, cursor === '' ? '' : `cursor=${encodeURIComponent(cursor)}`)
      seen.push(...body.items)
      cursor = body.nextCursor
    }
    expect(seen.map(({ storeId }) => storeId)).toEqual([store.id, store.id, store.id])
  })

  test('a cursor shows another caller nothing of its list', async () => {
    await categories(sibling, 3)
    const { body } = await list(sibling.manager, `storeId=${sibling.id}`)
    expect(body.nextCursor).not.toBeNull()
    const cursor = encodeURIComponent(body.nextCursor)
    for (const query of [`cursor=${cursor}`, `storeId=${sibling.id}&cursor=${cursor}`]) {
      const answer = await list(foreign.manager, query)
      const others = (answer.body.items ?? []).filter(
        ({ storeId }: { storeId: string }) => storeId !== foreign.id,
      )
      expect(others).toEqual([])
    }
  })

  test('a foreign store is listed like an absent one', async () => {
    const [theirs, none] = [
      await list(foreign.manager, `storeId=${store.id}`),
      await list(foreign.manager, 'storeId=01900000-0000-7000-8000-000000000000'),
    ]
    expect([theirs.status, theirs.text]).toEqual([none.status, none.text])
  })
})
