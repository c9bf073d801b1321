import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase, type Database } from '../src/database/database.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'
import { rotateKeys } from '../src/database/rotate-keys.ts'
import { Sql } from '../src/database/sql.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { listenTo } from './event-source.ts'
import { patient } from './patience.ts'
import { type PgBouncer, pgbouncerHere, startPgBouncer } from './pgbouncer.mjs'
import { type Tills, tillsOf } from './till.ts'

const name = `behind PgBouncer in transaction mode${pgbouncerHere ? '' : ' (not installed: apt-get install pgbouncer)'}`

// One connection for each login, so that every transaction follows one of somebody else on it.
describe.runIf(pgbouncerHere !== undefined)(name, { timeout: patient(60_000) }, () => {
  let bouncer: PgBouncer
  let app: RunningProduct
  let tills: Tills
  let dir: string
  beforeAll(async () => {
    bouncer = await startPgBouncer(inject('adminUrl'), 1)
    dir = await mkdtemp(path.join(tmpdir(), 'mostrador-pooled-'))
    app = await startProduct(
      { MOSTRADOR_WORKER: 'on', VAS_AGGREGATOR_MODE: 'sandbox', MOSTRADOR_DATA_DIR: dir },
      { via: bouncer.via, isPooled: true },
    )
    await app.product.sync()
    tills = tillsOf(app)
  }, patient(60_000))
  afterAll(async () => {
    await app?.close()
    await bouncer?.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** What the next client of the shared connection finds. */
  async function leftBehind(url: string) {
    const client = new pg.Client({ connectionString: bouncer.via(url) })
    await client.connect()
    const { rows } = await client.query(
      `select current_user as role, current_setting('statement_timeout') as statement_timeout,
              (select count(*)::int from pg_prepared_statements) as prepared,
              (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
              concat(current_setting('app.account_id', true), current_setting('app.readable', true),
                     current_setting('app.merchants', true), current_setting('app.platform', true)) as caller`,
    )
    await client.end()
    return rows[0]
  }

  test('somebody signs in and out', async () => {
    const person = await app.world.person({ password: 'a-good-password-1' })
    const signedIn = await app.call(undefined, 'POST', '/auth/sessions', {
      email: person.email,
      password: 'a-good-password-1',
    })
    expect(signedIn.status, signedIn.text).toBe(201)
    const { token } = signedIn.body
    expect((await app.call({ token }, 'GET', '/auth/me')).text).toContain(person.email)
    expect((await app.call({ token }, 'DELETE', '/auth/sessions/current')).status).toBe(204)
    expect((await app.call({ token }, 'GET', '/auth/me')).status).toBe(401)
  })

  test('goods are sold, and two finalizations of one cart sell it once', async () => {
    const { store, cashier } = await tills.shop()
    const coffee = await tills.product(store, { stock: 5 })
    const cart = await tills.cart(cashier, [{ variantId: coffee, quantity: 2 }])
    const answers = await Promise.all([tills.finalize(cashier, cart), tills.finalize(cashier, cart)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await tills.onHand(coffee)).toBe(3)
  })

  test('airtime is sold to its end', async () => {
    const merchant = await app.world.merchant()
    await app.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
    await app.world.fund(merchant.id, 100_000)
    const cashier = await app.world.member(await app.world.store(merchant), 'cashier')
    await app.world.openShift(cashier)
    const { rows } = await app.admin.query(
      `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
        where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
    )
    const sold = await app.call(
      cashier,
      'POST',
      '/vas/sale',
      { storeId: cashier.storeId, productId: rows[0].id, reference: '5512345678' },
      { 'idempotency-key': randomUUID(), prefer: 'wait=20' },
    )
    expect(sold.status, sold.text).toBe(201)
    expect(sold.body.status).toBe('COMPLETED')
    expect((await app.admin.query('select * from money.imbalances()')).rows).toEqual([])
  })

  test('a change is told live', async () => {
    const store = await app.world.store()
    const source = await listenTo(app.url, store.manager)
    try {
      await source.until(({ event }) => event === 'ready')
      const member = await app.world.member(store, 'supervisor')
      await app.call(store.manager, 'DELETE', `/pos/memberships/${member.membershipId}`)
      const { data } = await source.until(({ data }) => data.type === 'membership.ended')
      expect(data.storeId).toBe(store.id)
    } finally {
      source.close()
    }
  })

  test('durable work runs', async () => {
    const admin = await app.world.platformAdmin()
    const begun = await app.call(admin, 'POST', '/vas/admin/catalog/sync')
    expect(begun.status, begun.text).toBe(202)
    const status = async () =>
      (await app.call(admin, 'GET', `/workflows/${begun.body.workflowId}`)).body.status
    await expect.poll(status).toBe('SUCCEEDED')
    expect(app.logLines.filter((line) => line.includes('self-test'))).toEqual([])
  })

  test('two merchants on one connection never see each other, and nobody inherits a caller', async () => {
    const shops = await Promise.all([tills.shop(), tills.shop()])
    const named = await Promise.all(
      shops.map(async ({ store, manager }, no) => {
        await tills.product(store, { name: `Only of shop ${no}` })
        return { store, manager, own: `Only of shop ${no}` }
      }),
    )
    const rounds = Array.from({ length: 40 }, async (_, no) => {
      const { store, manager, own } = named[no % 2] as (typeof named)[number]
      const { store: other } = named[(no + 1) % 2] as (typeof named)[number]
      const [mine, theirs, nobody] = await Promise.all([
        app.call(manager, 'GET', `/pos/products?storeId=${store.id}`),
        app.call(manager, 'GET', `/pos/products?storeId=${other.id}`),
        app.call(undefined, 'GET', `/pos/products?storeId=${store.id}`),
      ])
      expect(mine.body.items.map(({ name }: { name: string }) => name)).toEqual([own])
      expect(theirs.text).not.toContain('Only of shop')
      expect(nobody.status).toBe(401)
    })
    await Promise.all(rounds)
    const { rows } = await app.admin.query(
      `select count(*)::int as count from pg_stat_activity
        where usename = 'mostrador_api' and datname = current_database()`,
    )
    expect(rows[0].count).toBe(1)
    const nothing = { statement_timeout: '0', prepared: 0, locks: 0, caller: '' }
    expect(await leftBehind(app.apiUrl)).toEqual({ role: 'mostrador_api', ...nothing })
    expect(await leftBehind(app.workerUrl)).toEqual({ role: 'mostrador_worker', ...nothing })
  })

  test('statements and locks have the same limits as without it', async () => {
    const asked = (database: Database) =>
      database.guest('r', (tx) =>
        tx.rows(
          new Sql(
            [
              `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout',
                 'idle_in_transaction_session_timeout', 'jit') order by name`,
            ],
            [],
          ),
        ),
      )
    const direct = createDatabase({
      url: app.apiUrl,
      workerUrl: app.workerUrl,
      poolSize: 2,
      onError: () => {},
    })
    const limits = await asked(app.product.database)
    expect(limits).toContainEqual({ name: 'statement_timeout', setting: '10000' })
    expect(limits).toEqual(await asked(direct).finally(() => direct.close()))
  })

  test('a server that was not told of it refuses to start, and says what to set', async () => {
    await expect(startProduct({}, { via: bouncer.via })).rejects.toThrow(
      "set DATABASE_DIRECT_URL to the worker's login at PostgreSQL itself",
    )
  })

  test('commands that need PostgreSQL itself refuse it before they change anything', async () => {
    const adminUrl = bouncer.via(app.adminUrl)
    const refusal = 'DATABASE_ADMIN_URL leads through a connection pooler'
    await expect(migrate(adminUrl, loginsOf(app.adminUrl).passwords)).rejects.toThrow(refusal)
    await expect(
      rotateKeys(adminUrl, [], { keyId: Buffer.alloc(4), reseal: () => undefined } as never),
    ).rejects.toThrow(refusal)
    expect(await leftBehind(app.adminUrl)).toMatchObject({ role: 'postgres', locks: 0 })
  })
})
