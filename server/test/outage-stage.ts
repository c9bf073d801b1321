import { randomUUID } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { expect, inject } from 'vitest'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import type { Aggregator } from '../src/vas/sales/aggregator.ts'
import { type Answer, startProduct } from './app.ts'
import { cuttableWire } from './cuttable-wire.ts'
import { patient } from './patience.ts'
import { tillsOf } from './till.ts'

export type OutageStage = Awaited<ReturnType<typeof outageStage>>

/** A shop and its product, whose database fails in whole or in part. */
export async function outageStage(environment: Readonly<Record<string, string>> = {}) {
  /** What was asked outside, in order: of the provider, and of the resolver of webhooks' hosts. */
  const asked: string[] = []
  const wire = await cuttableWire(inject('adminUrl'))
  const sandbox = sandboxAggregator({ timeScale: 20 })
  const watched = watching(sandbox, asked)
  /** Every host has a public address. */
  const lookup: LookupFunction = (_host, _options, callback) => {
    asked.push('resolve')
    callback(null, [{ address: '93.184.216.34', family: 4 }])
  }
  const aggregators = { selling: watched, settling: [watched] }
  const app = await startProduct(environment, { via: wire.via, aggregators, lookup })
  await app.product.sync()
  const shop = await tillsOf(app).shop()
  await app.admin.query('update platform.merchants set is_verified = true')
  await app.world.fund(shop.store.merchantId, 1_000_000)
  const idOf = async (statement: string): Promise<string> => (await app.admin.query(statement)).rows[0].id
  const airtime = await idOf(
    `select id from vas.products where amount_centavos = 10000 and subkind = 'topup' order by id limit 1`,
  )
  await app.admin.query(`insert into settings.settings (key, value) values ('vas_adeudo_lookup', 'true')`)
  const biller = await idOf(`select id from vas.providers where name = 'CFE'`)

  const isReady = (status: number) =>
    expect
      .poll(async () => (await app.call(undefined, 'GET', '/readyz')).status, { timeout: patient(60_000) })
      .toBe(status)

  /**
   * Terminates the product's connections, as a restart or a failover of PostgreSQL does, and waits until they
   * are gone at both ends: a connection whose loss the product has not noticed would fail the next request.
   */
  const endConnections = async () => {
    const left = wire.connected()
    // A connection that was just being opened is found by a later check.
    const look = async () => {
      await app.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename in ('mostrador_api', 'mostrador_worker')`,
      )
      return left()
    }
    await expect.poll(look, { interval: 5 }).toBe(0)
  }

  return {
    ...{ app, wire, shop, airtime, biller, asked, isReady, endConnections },

    /** Inserts into `table` fail with this SQLSTATE. */
    async refusing(table: string, state: string, admin = app.admin) {
      await admin.query(`
        create or replace function public.refuse() returns trigger language plpgsql as
          $$ begin raise exception 'as PostgreSQL would' using errcode = '${state}'; end $$;
        create trigger refuse before insert on ${table} for each row execute function public.refuse()`)
    },

    /** Undoes what a test has done to the database. */
    async recover() {
      await app.admin.query(
        `drop trigger if exists refuse on catalog.products; drop trigger if exists refuse on vas.sales;
         drop trigger if exists refuse on dbos.workflow_status`,
      )
      await app.admin.query(`alter database ${app.name} reset default_transaction_read_only`)
      await endConnections()
      await isReady(200)
    },

    sell: (key: string, reference: string) =>
      app.call(
        shop.cashier,
        'POST',
        '/vas/sale',
        { storeId: shop.store.id, productId: airtime, reference },
        { 'idempotency-key': key },
      ),

    addProduct: () =>
      app.call(shop.manager, 'POST', '/pos/products', {
        storeId: shop.store.id,
        name: `Café ${randomUUID()}`,
        priceCentavos: 100,
      }),

    sales: async () => Number((await app.admin.query('select count(*) from vas.sales')).rows[0].count),

    async close() {
      await app.close()
      await sandbox.close()
      await wire.close()
    },
  }
}

/** An aggregator that notes what it is asked. */
function watching(aggregator: Aggregator, asked: string[]): Aggregator {
  const noting =
    <A extends unknown[], R>(what: string, ask: (...args: A) => R) =>
    (...args: A): R => {
      asked.push(what)
      return ask(...args)
    }
  return {
    ...aggregator,
    withCredentials: (credentials) => watching(aggregator.withCredentials(credentials), asked),
    lookupDebt: noting('lookupDebt', aggregator.lookupDebt),
    balance: noting('balance', aggregator.balance),
    hold: noting('hold', aggregator.hold),
    confirm: noting('confirm', aggregator.confirm),
    cancel: noting('cancel', aggregator.cancel),
    find: noting('find', aggregator.find),
  }
}

export function expectUnavailable(answer: Answer, code = 'database_unavailable') {
  expect(answer, answer.text).toMatchObject({ status: 503, body: { code, status: 503 } })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('content-type')).toMatch('application/problem+json')
}
