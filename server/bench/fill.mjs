/**
 * Gives every till a history: sales with everything that they create (postings, entries, audit, keys), and
 * products. Numbering continues, so a database can be filled further.
 *
 * @param {import('pg').Client} client a superuser's
 * @param {{ from: number, to: number }} rows the existing and the wanted number of sales and products
 */
export async function fill(client, rows) {
  // The rows are valid by construction, and checking each reference would take most of the time.
  await client.query('set session_replication_role = replica')
  await client.query(past, [rows.from + 1, rows.to])
  for (const step of steps) await client.query(step)
  await client.query('drop table pg_temp.past')
  await client.query('reset session_replication_role')
}

/** Statistics and visibility as after autovacuum, with everything flushed to disk. */
export async function settle(client) {
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

const past = `
  create temp table past on commit preserve rows as
  with tills as (select m.*, row_number() over (order by m.n) - 1 as place from bench.members m)
  select i as n, bench.id(5, i) as id, bench.id(2, t.merchant) as merchant_id, bench.id(3, t.store) as store_id,
         bench.id(4, t.n) as membership_id, bench.id(1, t.account) as account_id,
         now() - interval '10 minutes' - ($2::int - i) * interval '2 seconds' as at,
         row_number() over (partition by t.merchant order by i) as merchant_no,
         row_number() over (partition by t.merchant, t.store order by i) as store_no
    from generate_series($1::int, $2::int) i join tills t on t.place = i % (select count(*) from bench.members)`

const fromPast = `
    from pg_temp.past p
    join authz.permission_sets s on s.merchant_id = p.merchant_id and s.store_id = p.store_id and s.membership_id is null`

const steps = [
  'analyze pg_temp.past',
  `insert into vas.sales (merchant_id, id, store_id, permission_set, folio, membership_id, account_id, cashier_name,
          product_id, kind, product_name, provider_name, provider_slug, provider_product_ref, is_ranged, reference,
          amount_centavos, fee_centavos, commission_centavos, cost_centavos, wholesale_centavos, mode, status, phase,
          provider_transaction_ref, authorization_code, next_check_at, expected_by, created_at, updated_at, completed_at)
   select p.merchant_id, p.id, p.store_id, s.id, 'V-' || lpad((coalesce(f.last_no, 0) + p.store_no)::text, 6, '0'),
          p.membership_id, p.account_id, 'Cajero', v.id, v.kind, v.name, 'Compañía', 'compania', v.provider_product_ref,
          false, (5500000000 + p.n)::text, 10000, 0, 500, 9500, 9300, 'sandbox', 'COMPLETED', 'COMPLETED', p.n::text,
          lpad(p.n::text, 8, '0'), p.at, p.at, p.at, p.at, p.at
   ${fromPast} and s.domain = 'sales'
    left join vas.folios f on f.merchant_id = p.merchant_id and f.store_id = p.store_id
   cross join (select * from vas.products where kind = 'airtime' order by amount_centavos, id limit 1) v`,
  `insert into vas.folios (merchant_id, store_id, last_no)
   select merchant_id, store_id, max(store_no) from pg_temp.past group by merchant_id, store_id
       on conflict (merchant_id, store_id) do update set last_no = folios.last_no + excluded.last_no`,
  `insert into money.postings (merchant_id, id, permission_set, kind, reference, account_id, posted_at)
   select p.merchant_id, bench.id(k.no, p.n), w.permission_set, k.kind, p.id, p.account_id, p.at
     from pg_temp.past p join money.wallets w using (merchant_id)
    cross join (values (8, 'reserve'), (9, 'capture')) k (no, kind)`,
  `insert into money.entries (merchant_id, posting_id, line, permission_set, account, amount_centavos,
          balance_after_centavos, entry_no, posted_at)
   select p.merchant_id, bench.id(e.no, p.n), e.line, w.permission_set, e.account, e.amount,
          case when e.account = 'wallet' then w.available_centavos - 9500 * p.merchant_no end,
          case when e.account = 'wallet' then w.last_entry_no + p.merchant_no end, p.at
     from pg_temp.past p join money.wallets w using (merchant_id)
    cross join (values (8, 1, 'wallet', -9500), (8, 2, 'wallet_held', 9500), (9, 1, 'wallet_held', -9500),
                       (9, 2, 'aggregator_payable', 9300), (9, 3, 'commission_income', 200)) e (no, line, account, amount)`,
  `update money.wallets w
      set available_centavos = available_centavos - 9500 * p.sales, last_entry_no = last_entry_no + p.sales
     from (select merchant_id, count(*) as sales from pg_temp.past group by merchant_id) p
    where w.merchant_id = p.merchant_id`,
  `insert into audit.log (id, at, action, entity, entity_id, after, user_id, merchant_id, store_id, permission_set)
   select bench.id(a.no, p.n), p.at, 'vas.sale.' || a.step, 'vas_sale', p.id::text, '{"amountCentavos": 10000}', p.account_id, p.merchant_id,
          p.store_id, s.id
   ${fromPast} and s.domain = 'audit'
    cross join (values (10, 'opened'), (11, 'confirming'), (12, 'completed')) a (no, step)`,
  `insert into app.idempotency_keys
          (merchant_id, account_id, route, key, fingerprint, resource_id, locked_until, status, body, created_at)
   select p.merchant_id, p.account_id, 'POST /vas/sale', 'past-' || p.n, sha256(int8send(p.n)), p.id, p.at, 201, '{}', p.at
     from pg_temp.past p`,
  `insert into catalog.products (merchant_id, id, store_id, permission_set, sku, name, price_centavos, created_at, updated_at)
   select p.merchant_id, bench.id(6, p.n), p.store_id, s.id, p.n::text, 'Artículo ' || md5(p.n::text), 100 * (p.n % 500),
          p.at, p.at
   ${fromPast} and s.domain = 'catalog'`,
  `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id, created_at, updated_at)
   select p.merchant_id, bench.id(6, p.n), p.store_id, s.id, bench.id(6, p.n), p.at, p.at
   ${fromPast} and s.domain = 'catalog'`,
]
