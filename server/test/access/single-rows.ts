import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'
import { type Member, type Person, type Store, type World, worldOf } from '../world.ts'

/** Queries PostgreSQL directly, with the API's own login and no code of ours in between. */
let base: TestDatabase
let world: World
let client: pg.Client
let store: Store
let sibling: Store
let foreign: Store
let manager: Member
let siblingManager: Member
let cashier: Member
let supervisor: Member

async function furnish(storeId: string, merchantId: string): Promise<void> {
  const set = (domain: string) => `authz.set_of($1, $2, '${domain}')`
  for (const text of [
    `insert into shop.terminals (merchant_id, id, store_id, permission_set, name)
     values ($1, app.uuid_v7(), $2, ${set('stores')}, 'Caja 1'), ($1, app.uuid_v7(), $2, ${set('stores')}, 'Caja 2')`,
    `insert into shop.employees (merchant_id, id, store_id, permission_set, name)
     values ($1, app.uuid_v7(), $2, ${set('staff')}, 'Sin cuenta')`,
    `insert into catalog.categories (merchant_id, id, store_id, permission_set, name)
     values ($1, app.uuid_v7(), $2, ${set('catalog')}, 'Bebidas')`,
    `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos)
     values ($1, app.uuid_v7(), $2, ${set('catalog')}, 'a', 1), ($1, app.uuid_v7(), $2, ${set('catalog')}, 'b', 1),
            ($1, app.uuid_v7(), $2, ${set('catalog')}, 'c', 1)`,
  ])
    await base.admin.query(text, [merchantId, storeId])
  await base.admin.query(
    `select audit.record('test.made', 'store', $2::text, null, null, $1::uuid, $2::uuid)`,
    [merchantId, storeId],
  )
}

/** Runs `work` in a transaction of `person`, and rolls it back. */
async function as<T>(person: Person, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const hash = createHash('sha256').update(person.token).digest()
    await client.query(`select app.authenticate($1, null, true, 'test')`, [hash])
    return await work()
  } finally {
    await client.query('rollback')
  }
}

const tables = [
  'shop.stores',
  'shop.terminals',
  'shop.employees',
  'catalog.categories',
  'catalog.products',
  'shop.memberships',
  'audit.log',
  'money.wallets',
  'vas.sales',
]

async function countsOf(person: Person): Promise<Record<string, number>> {
  return as(person, async () => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      // A row without a set is the platform's: only its staff see it, in the audit log.
      const { rows } = await client.query<{ permission_set: number | null }>(
        `select permission_set from ${table}`,
      )
      const ofStores = rows.filter(({ permission_set }) => permission_set !== null).length
      if (ofStores > 0) counts[table] = ofStores
    }
    return counts
  })
}

const ofAStore = { 'shop.stores': 1, 'shop.terminals': 2, 'catalog.categories': 1, 'catalog.products': 3 }

/** PostgreSQL's answer: its SQLSTATE, or how many rows were touched. */
async function outcome(text: string, values: unknown[]): Promise<string | number> {
  await client.query('savepoint attempt')
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } catch (error) {
    await client.query('rollback to attempt')
    return (error as pg.DatabaseError).code ?? String(error)
  }
}

const setOf = async (of: Store, domain: string): Promise<number> =>
  (await base.admin.query('select authz.set_of($1, $2, $3) as set', [of.merchantId, of.id, domain])).rows[0]
    .set

const insertProduct = `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos)
                       values ($1, $2, $3, $4, 'x', 1)`

/** Individual attacks on rows, with statements as an attacker could write them. */
export function thoughtOfOneByOne(): void {
  beforeAll(async () => {
    base = await cloneDatabase()
    world = worldOf(base.admin)
    const merchant = await world.merchant()
    store = await world.store(merchant)
    sibling = await world.store(merchant)
    foreign = await world.store()
    // The owner manages both stores of the merchant; these manage one each.
    manager = await world.member(store, 'manager')
    siblingManager = await world.member(sibling, 'manager')
    cashier = await world.member(store, 'cashier')
    supervisor = await world.member(store, 'supervisor')
    for (const { id, merchantId } of [store, sibling, foreign]) await furnish(id, merchantId)
    client = new pg.Client({ connectionString: base.apiUrl })
    await client.connect()
  })

  afterAll(async () => {
    await client.end()
    await base.close()
  })

  describe('a query without WHERE returns exactly that person’s rows:', () => {
    test.each<[string, () => Person | Promise<Person>, Record<string, number>]>([
      [
        'a manager’s: all of the store, and the merchant’s wallet',
        () => manager,
        {
          ...ofAStore,
          'shop.employees': 5,
          'shop.memberships': 4,
          'audit.log': 6,
          'money.wallets': 1,
        },
      ],
      [
        'a supervisor’s: the store without the wallet',
        () => supervisor,
        { ...ofAStore, 'shop.employees': 5, 'shop.memberships': 4, 'audit.log': 6 },
      ],
      [
        'a cashier’s: the store and their own staff record',
        () => cashier,
        { ...ofAStore, 'shop.employees': 1, 'shop.memberships': 1 },
      ],
      [
        'a sibling store’s: its own, and the wallet they share',
        () => siblingManager,
        {
          ...ofAStore,
          'shop.employees': 3,
          'shop.memberships': 2,
          'audit.log': 4,
          'money.wallets': 1,
        },
      ],
      [
        'the owner’s: both stores, and one wallet',
        () => store.manager,
        {
          ...Object.fromEntries(Object.entries(ofAStore).map(([table, n]) => [table, 2 * n])),
          'shop.employees': 8,
          'shop.memberships': 6,
          'audit.log': 10,
          'money.wallets': 1,
        },
      ],
      [
        'another merchant’s: its own',
        () => foreign.manager,
        {
          ...ofAStore,
          'shop.employees': 2,
          'shop.memberships': 1,
          'audit.log': 3,
          'money.wallets': 1,
        },
      ],
      ['a customer’s: nothing', () => world.person(), {}],
      // A label gives no access to a store.
      ['an operator’s: no store row', () => world.operator(), {}],
      ['an administrator’s: no store row', () => world.platformAdmin(), {}],
    ])('%s', async (_title, person, expected) => {
      expect(await countsOf(await person())).toEqual(expected)
    })

    test('the platform’s own audit rows are for its staff', async () => {
      const rowsOf = (person: Person) =>
        as(person, async () => (await client.query('select from audit.log where store_id is null')).rowCount)
      expect(await rowsOf(await world.operator())).toBeGreaterThan(0)
      for (const person of [manager, store.manager, await world.person()])
        expect(await rowsOf(person)).toBe(0)
    })

    test('a guest: nothing', async () => {
      await client.query('begin')
      await client.query(`select app.authenticate_guest('test')`)
      for (const table of tables) expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0)
      await client.query('rollback')
    })

    test('an unauthenticated connection: nothing', async () => {
      for (const table of tables) expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0)
    })

    test('nothing of a transaction remains for the next', async () => {
      await as(manager, async () => {
        expect((await client.query('select from catalog.products')).rowCount).toBe(3)
      })
      expect((await client.query('select from catalog.products')).rowCount).toBe(0)
    })
  })

  describe('PostgreSQL itself refuses', () => {
    test.each<[string, () => Store, () => Store, () => Store, string, string | number]>([
      ['a row with the caller’s set is stored', () => store, () => store, () => store, 'catalog', 1],
      ['the set of a sibling store', () => store, () => store, () => sibling, 'catalog', '42501'],
      ['the set of another merchant', () => store, () => store, () => foreign, 'catalog', '42501'],
      ['another store with the caller’s set', () => store, () => sibling, () => store, 'catalog', '23503'],
      [
        'another merchant with the caller’s set',
        () => foreign,
        () => foreign,
        () => store,
        'catalog',
        '23503',
      ],
      ['a store of one merchant under another', () => store, () => foreign, () => store, 'catalog', '23503'],
      // Managers write staff rows; a product with their set would bypass the catalog's rules.
      ['the set of another domain', () => store, () => store, () => store, 'staff', '23514'],
    ])('%s', async (_title, merchantOf, storeOf, setFrom, domain, expected) => {
      const set = await setOf(setFrom(), domain)
      const values = [merchantOf().merchantId, randomUUID(), storeOf().id, set]
      expect(await as(manager, () => outcome(insertProduct, values))).toBe(expected)
    })

    test('a cashier’s product, even with the right set', async () => {
      const values = [store.merchantId, randomUUID(), store.id, await setOf(store, 'catalog')]
      expect(await as(cashier, () => outcome(insertProduct, values))).toBe('42501')
    })

    test.each(['merchant_id', 'id', 'store_id', 'permission_set'])('an update of %s', async (column) => {
      await as(manager, async () => {
        expect(await outcome(`update catalog.products set ${column} = ${column}`, [])).toBe('42501')
      })
    })

    test('an update or a delete of read-only rows, by touching none', async () => {
      await as(cashier, async () => {
        expect(await outcome(`update catalog.products set name = 'x'`, [])).toBe(0)
        expect(await outcome('delete from catalog.products', [])).toBe(0)
      })
      await as(manager, async () => {
        expect(
          await outcome(`update catalog.products set name = 'x'`, []),
          'one’s own store, and no other',
        ).toBe(3)
      })
    })

    test.each([
      ['a membership', `update shop.memberships set role = 'manager'`],
      ['a new membership', 'insert into shop.memberships select * from shop.memberships'],
      ['a permission set', `update authz.permission_sets set may_read = '{}'`],
      ['the index of roles', `insert into authz.role_sets (role, readable) values ('team:x', '{1}')`],
      ['an audit row', 'delete from audit.log'],
      ['an invented audit row', `insert into audit.log (action, entity) values ('x', 'x')`],
      ['a wallet', 'update money.wallets set available_centavos = 1'],
      [
        'a new store',
        `insert into shop.stores (merchant_id, id, permission_set, name, code)
                         select merchant_id, app.uuid_v7(), permission_set, 'x', 'X' from shop.stores`,
      ],
      ['truncation', 'truncate catalog.products'],
      ['the hash of a session', 'select token_hash from identity.sessions'],
      ['the token of an invitation', 'select token_hash from shop.invites'],
      ['a list of accounts', 'select email from identity.accounts'],
      ['the hash of a password', 'select password_hash from identity.credentials'],
      ['the secret of a second factor', 'select totp_secret from identity.credentials'],
      ['a password', `select identity.set_password(null, null, false, false)`],
      ['switching row security off', 'alter table catalog.products disable row level security'],
      ['becoming the owner', 'set local role mostrador_owner'],
      ['admitting a member', `select shop.admit_member(null, null, null, 'manager')`],
      ['making sets', 'select authz.create_sets(null, null, null)'],
    ])('even a manager: %s', async (_title, text) => {
      expect(await as(manager, () => outcome(text, []))).toBe('42501')
    })
  })

  test('a unique violation does not reveal a foreign row', async () => {
    const id = (await base.admin.query('select id from catalog.products where store_id = $1', [foreign.id]))
      .rows[0].id
    const values = [store.merchantId, id, store.id, await setOf(store, 'catalog')]
    expect(await as(manager, () => outcome(insertProduct, values))).toBe(1)
  })
}
