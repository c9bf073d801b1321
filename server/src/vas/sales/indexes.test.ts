import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plannedBuffersOf } from '../../../test/buffers.ts'
import { patient } from '../../../test/patience.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Person, Store } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { knownSales } from './reconciliation-queries.ts'

let app: VasApp
let store: Store
let cashier: Member
let operator: Person
let product: string
/** A sale among many others. */
let sale: { id: string; folio: string; reference: string }

/** Twenty thousand copies of a real sale, in fifty stores and two hundred days. */
const history = `
  insert into vas.sales
  select r.* from vas.sales s
   cross join generate_series(1, 20000) i
   cross join lateral (select now() - interval '200 days' + i * interval '14 minutes' as at) t
   cross join lateral jsonb_populate_record(s, jsonb_build_object(
     'id', substring(app.first_uuid_at(t.at)::text, 1, 19) || substring(gen_random_uuid()::text, 20),
     'merchant_id', case when i % 50 = 0 then s.merchant_id else md5((i % 50)::text)::uuid end,
     'store_id', case when i % 50 = 0 then s.store_id else md5((i % 50)::text)::uuid end,
     'folio', 'P-' || i, 'reference', (5600000000 + i)::text, 'kind', case when i % 100 = 1 then 'pin' else s.kind end,
     'quote_id', case when i % 100 = 2 then gen_random_uuid() end,
     'connection_id', case when i % 100 = 3 then md5((i % 500)::text)::uuid end,
     'created_at', t.at, 'updated_at', t.at)) r
   where s.id = $1`

beforeAll(async () => {
  app = await startVasApp({ sandbox: { timeScale: 100 } })
  product = await app.product('Telcel', 10_000)
  ;({ store, cashier } = await app.shop())
  operator = await app.world.operator()
  await app.admin.query(
    `insert into settings.settings (key, value) values ('giftcards_admin_list_web', 'true')`,
  )
  const body = { productId: product, reference: '5512345600' }
  sale = (await app.call(cashier, 'POST', '/vas/sale', body)).body
  const client = await app.admin.connect()
  try {
    // The rows refer to nothing that is read here.
    await client.query('set session_replication_role = replica')
    await client.query(history, [sale.id])
    await client.query(
      `insert into shop.connections (merchant_id, id, store_id, permission_set, provider, name, environment, key_last_four,
                                     fingerprint, sealed, sealed_key, created_by)
       select $1, md5('3')::uuid, $2, authz.set_of($1, $2, 'stores'), 'dtone', 'Mi cuenta', 'sandbox', 'x', 'x', '\\x00',
              '\\x00', $3`,
      [store.merchantId, store.id, store.manager.id],
    )
    await client.query(
      `insert into vas.quotes (merchant_id, id, store_id, permission_set, account_id, product_id, reference, items, expires_at)
       select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'sales'), $3, $4, '1', '[]', now() - interval '2 days'`,
      [store.merchantId, store.id, store.manager.id, product],
    )
  } finally {
    client.release(true)
  }
  await app.admin.query('vacuum analyze vas.sales')
}, patient(120_000))
afterAll(() => app.close())

/** How often each index of the table was read, once every connection has reported it. */
async function readings(): Promise<Record<string, number>> {
  const { rows } = await app.admin.query(
    `select indexrelname as name, idx_scan::int as n from pg_stat_user_indexes where relid = 'vas.sales'::regclass`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

test('every index of the sales is used by what its comment says, with many sales of many stores', async () => {
  const ask = async (as: Person, path: string) => {
    const answer = await app.call(as, 'GET', path)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const before = await readings()
  const uses: Record<string, () => Promise<unknown>> = {
    sales_merchant_id_store_id_folio_key: () => ask(cashier, `/vas/sales?q=${sale.folio}`),
    sales_id: () => ask(cashier, `/vas/sale/${sale.id}`),
    sales_recent: () => ask(cashier, '/vas/sales?limit=5'),
    sales_reference: () => ask(cashier, `/vas/sales?q=${sale.reference}`),
    sales_quote: () => app.admin.query('select vas.forget_quotes(10)'),
    sales_connection: () => app.admin.query(`select vas.lists_to_read('sandbox')`),
    sales_created: () =>
      app.admin.query(`select vas.day_of_sales((now() - interval '90 days')::date, 'sandbox')`),
    sales_gift_cards: () => ask(operator, '/platform/gift-cards?limit=5'),
  }
  // An id is found by `sales_id` alone; the key is what others refer to.
  expect([...Object.keys(uses), 'sales_pkey'].sort()).toEqual(Object.keys(before).sort())
  for (const use of Object.values(uses)) await use()
  await expect
    .poll(
      async () => {
        const now = await readings()
        return Object.keys(uses).filter((name) => now[name] === before[name])
      },
      { interval: 500, timeout: patient(30_000) },
    )
    .toEqual([])
})

test('what a bill’s lookups have paid is read among the sales of its number, not among those of its store', async () => {
  const client = await app.admin.connect()
  try {
    const { rows } = await client.query(
      `insert into vas.quotes (merchant_id, id, store_id, permission_set, account_id, product_id, reference, items, expires_at)
       select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'sales'), $3, $4, $5,
              '[{"reference": "2026-11", "amountCentavos": 10000}]', now() + interval '15 minutes'
       returning id`,
      [store.merchantId, store.id, store.manager.id, product, sale.reference],
    )
    const bill = { quote_id: rows[0].id, statement_reference: '2026-11' }
    const pages = await plannedBuffersOf(
      client,
      'select vas.assert_owed(jsonb_populate_record(s, $2), false) from vas.sales s where s.id = $1',
      [sale.id, bill],
    )
    expect(pages).toBeLessThan(50)
  } finally {
    client.release()
  }
})

test('ids of the provider’s list are searched for by the index of ids, never in all sales', async () => {
  const { known, scans } = await app.database.worker(async (tx) => ({
    known: await knownSales(tx, [sale.id, randomUUID(), 'not-a-sale-of-ours']),
    scans: await tx.rows(
      sql<{
        n: bigint
      }>`select seq_scan as n from pg_stat_xact_user_tables where relid = 'vas.sales'::regclass`,
    ),
  }))
  expect([...known]).toEqual([sale.id])
  expect(scans).toEqual([{ n: 0n }])
})

test('the lists to read are found without reading the history of a connection', async () => {
  const client = await app.admin.connect()
  const pages = () => plannedBuffersOf(client, `select * from vas.lists_to_read('sandbox')`)
  try {
    const before = await pages()
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into vas.sales
       select r.* from vas.sales s
        cross join generate_series(1, 5000) i
        cross join lateral (select now() - interval '90 days' + i * interval '10 minutes' as at) t
        cross join lateral jsonb_populate_record(s, jsonb_build_object(
          'id', substring(app.first_uuid_at(t.at)::text, 1, 19) || substring(gen_random_uuid()::text, 20),
          'folio', 'C-' || i, 'connection_id', md5('3'), 'created_at', t.at, 'updated_at', t.at)) r
       where s.id = $1`,
      [sale.id],
    )
    await client.query('analyze vas.sales')
    expect(await pages()).toBeLessThan(before + 50)
  } finally {
    client.release(true)
  }
})
