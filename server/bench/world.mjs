/**
 * The world of the benchmarks. Every id is a function of a number, so that pgbench and a client can compute a
 * till's id: `bench.id(kind, number)` there, `idOf` here.
 *
 * - Tills 1 to `wallets`: a merchant, a store and a cashier each.
 * - The chain: 16 cashiers in 4 stores of one merchant, so that all sell from one wallet.
 * - The team: a supervisor and 50 cashiers, each with sets of its own, in one store.
 * - The portfolio: 50 stores of one merchant, all managed by one person.
 */
const kinds = {
  account: 1,
  merchant: 2,
  store: 3,
  membership: 4,
  sale: 5,
  product: 6,
  session: 7,
  goods: 10,
  shift: 11,
}

export const chain = { first: 10_001, tills: 16, stores: 4 }
export const team = { first: 11_001, cashiers: 50 }
export const portfolio = { first: 12_001, stores: 50 }

/** The total number of members; `fill` assigns its rows to them in turn. */
export function membersWith(wallets) {
  return wallets + chain.tills + 1 + team.cashiers + portfolio.stores
}

export function idOf(kind, number) {
  const hex = (value, length) => value.toString(16).padStart(length, '0')
  return `0190${hex(kinds[kind], 4)}-0000-7000-8000-${hex(number, 12)}`
}

/** The bearer token of the person with this number. */
export function tokenOf(account) {
  return String(account).padStart(43, 'A')
}

export const tokenHash = (account) => `sha256(convert_to(lpad((${account})::text, 43, 'A'), 'UTF8'))`

/** Builds it with the product's own functions, many rows at a time. */
export async function buildWorld(client, wallets) {
  await client.query(foundation)
  await client.query(
    `insert into bench.members (n, merchant, store, account, role)
     select n, n, n, n, 'cashier' from generate_series(1, $1::int) n
     union all
     select ${chain.first} + n, ${chain.first}, ${chain.first} + n % ${chain.stores}, ${chain.first} + n, 'cashier'
       from generate_series(0, ${chain.tills - 1}) n
     union all
     select ${team.first} + n, ${team.first}, ${team.first}, ${team.first} + n,
            case n when 0 then 'supervisor' else 'cashier' end
       from generate_series(0, ${team.cashiers}) n
     union all
     select ${portfolio.first} + n, ${portfolio.first}, ${portfolio.first} + n, ${portfolio.first}, 'manager'
       from generate_series(0, ${portfolio.stores - 1}) n`,
    [wallets],
  )
  for (const step of steps) await client.query(step)
  // One by one: a cluster refuses a posting inside a query of wallets.
  const { rows } = await client.query('select merchant_id from money.wallets')
  for (const { merchant_id: merchantId } of rows) await client.query(funding, [merchantId])
}

const foundation = `
  create schema bench;
  create function bench.id(kind int, n bigint) returns uuid language sql immutable parallel safe
    return ('0190' || lpad(to_hex(kind), 4, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
  create table bench.members (n int primary key, merchant int, store int, account int, role text);
  grant usage on schema bench to public;
  grant execute on function bench.id(int, bigint) to public;
  insert into identity.accounts (id, email, name) values (bench.id(1, 0), 'owner@bench.test', 'Owner');`

const merchantAndStore = 'bench.id(2, m.merchant), bench.id(3, m.store)'
const membership = 'bench.id(4, m.n)'

const steps = [
  `insert into identity.accounts (id, email, name)
   select distinct bench.id(1, account), 'till' || account || '@bench.test', 'Caja ' || account from bench.members`,
  `insert into identity.sessions (id, account_id, token_hash, idle_until, expires_at, second_factor_at)
   select distinct bench.id(7, account), bench.id(1, account), ${tokenHash('account')},
          now() + interval '1 day', now() + interval '1 day', now() from bench.members`,
  `insert into platform.merchants (id, name, owner_id, is_verified, verification_status)
   select distinct bench.id(2, merchant), 'Comercio ' || merchant, bench.id(1, 0), true, 'VERIFIED' from bench.members`,
  `select money.open_wallet(m.id) from platform.merchants m`,
  `insert into shop.teams (merchant_id, id) select distinct ${merchantAndStore} from bench.members m`,
  `select authz.create_sets(t.merchant_id, t.id, null), authz.open_portfolio(t.merchant_id, t.id) from shop.teams t`,
  `insert into shop.stores (merchant_id, id, permission_set, name, code)
   select t.merchant_id, t.id, authz.set_of(t.merchant_id, t.id, 'stores'), 'Tienda ' || m.store, 'T' || m.store
     from (select distinct merchant, store from bench.members) m
     join shop.teams t on t.id = bench.id(3, m.store)`,
  `select authz.create_sets(${merchantAndStore}, ${membership}) from bench.members m`,
  `insert into shop.memberships (merchant_id, id, store_id, permission_set, account_id, role)
   select bench.id(2, m.merchant), ${membership}, bench.id(3, m.store),
          authz.set_of(${merchantAndStore}, 'staff', ${membership}), bench.id(1, m.account), m.role
     from bench.members m`,
  `select authz.keep_caller(a.id) from identity.accounts a`,
  `select authz.keep_standing(m.merchant_id, m.id) from shop.memberships m`,
  // Sellers need an open shift, and sell more in a minute than any shop in a day.
  `insert into shop.shifts (merchant_id, id, store_id, permission_set, membership_id, account_id, cashier_name,
          opening_float_centavos)
   select bench.id(2, m.merchant), bench.id(11, m.n), bench.id(3, m.store),
          authz.set_of(${merchantAndStore}, 'shifts', ${membership}), ${membership}, bench.id(1, m.account),
          'Caja ' || m.account, 0
     from bench.members m`,
  `insert into settings.settings (key, value)
   select d.key, to_jsonb(d.maximum) from settings.setting_definitions d where d.key like 'vas.%_day_max_%'`,
]

const funding = `
  select money.post($1, 'deposit', app.uuid_v7(), array['deposits_clearing', 'wallet'],
         array[-1000000000000, 1000000000000]::bigint[])`
