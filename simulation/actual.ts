import type pg from 'pg'

/** What is: all that the model is compared with, as the database has it of these merchants. */
interface Actual {
  readonly quantities: ReadonlyMap<string, number>
  readonly services: readonly StoredService[]
  readonly balances: ReadonlyMap<string, number>
}

/** Reads it as it is at one moment: a sale whose seller was answered first may still be settled meanwhile. */
export async function actualOf(admin: pg.Pool, merchantIds: readonly string[]): Promise<Actual> {
  const client = await admin.connect()
  try {
    await client.query('begin isolation level repeatable read')
    return {
      quantities: await actualQuantities(client, merchantIds),
      services: await storedServices(client, merchantIds),
      balances: await balances(client, merchantIds),
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

type Asks = Pick<pg.ClientBase, 'query'>

/** The quantities of the model's books. Cash of services is left out of a drawer: the model knows their sales one by one. */
async function actualQuantities(
  asked: Asks,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await asked.query<{ name: string; value: string }>(quantities, [merchantIds])
  return new Map(rows.map(({ name, value }) => [name, Number(value)]))
}

/** A drawer has the number that it has among those of its membership. */
const drawers = `
  select s.merchant_id, s.id, s.status, 'drawer ' || s.membership_id || ' ' || row_number() over (
           partition by s.membership_id order by s.opened_at, s.id) as name
    from shop.shifts s where s.merchant_id = any ($1)`

const quantities = `
  with drawers as (${drawers})
  select 'stock ' || l.id as name, (l.on_hand * 1000)::bigint as value
    from stock.stock_levels l where l.merchant_id = any ($1)
  union all
  select d.name, (shop.shift_totals(d.merchant_id, d.id) ->> 'expectedCentavos')::bigint - coalesce((
           select sum(v.amount_centavos + v.fee_centavos) from vas.sales v
            where v.merchant_id = d.merchant_id and v.shift_id = d.id and v.payment_method = 'CASH'
              and v.status in ('PENDING', 'COMPLETED')), 0)::bigint
    from drawers d where d.status = 'OPEN'
  union all
  select 'open drawers ' || s.store_id, count(*) from shop.shifts s
   where s.merchant_id = any ($1) and s.status = 'OPEN' group by s.store_id
  union all
  select 'paid ' || t.method || ' ' || t.store_id, sum(t.amount_centavos) from selling.transactions t
   where t.merchant_id = any ($1) group by t.store_id, t.method
  union all
  select 'orders ' || o.store_id, count(*) from selling.sales_orders o where o.merchant_id = any ($1) group by o.store_id
  union all
  select 'refunds ' || r.store_id, count(*) from selling.refunds r where r.merchant_id = any ($1) group by r.store_id
  union all
  select 'deposited ' || e.merchant_id, -sum(e.amount_centavos) from money.entries e
   where e.merchant_id = any ($1) and e.account = 'deposits_clearing' group by e.merchant_id
  union all
  select 'payouts ' || s.merchant_id || ' ' || s.status, sum(s.amount_centavos) from money.settlements s
   where s.merchant_id = any ($1) group by s.merchant_id, s.status
  union all
  select 'withdrawn ' || s.merchant_id, sum(s.amount_centavos) from money.settlements s
   where s.merchant_id = any ($1) and s.status in ('REQUESTED', 'APPROVED', 'PROCESSING', 'PAID') group by s.merchant_id
  union all
  select 'members ' || m.store_id || ' ' || m.role, count(*) from shop.memberships m
   where m.merchant_id = any ($1) and m.ended_at is null group by m.store_id, m.role
  union all
  select 'suspended ' || c.id, 1 from platform.merchants c where c.id = any ($1) and c.status = 'SUSPENDED'
  union all
  select 'confined ' || a.account_id || ' ' || a.merchant_id, 1 from platform.admin_assignments a
   where a.merchant_id = any ($1)
  union all
  select 'audited ' || l.action || ' ' || l.merchant_id, count(*) from audit.log l
   where l.merchant_id = any ($1) and l.action = any (array['sale.completed', 'sale.refunded', 'shift.opened', 'shift.closed',
           'cash.moved', 'stock.received', 'stock.adjusted', 'deposit.reported', 'deposit.credited', 'membership.ended',
           'membership.role_changed', 'merchant.suspended', 'merchant.activated', 'vas.terms.changed', 'admin.assigned',
           'settlement.requested', 'settlement.approved', 'settlement.processing', 'settlement.paid', 'settlement.returned',
           'settlement.rejected', 'settlement.canceled', 'settlement.failed'])
   group by l.merchant_id, l.action`

/** A sale of a service, as it is now. */
export interface StoredService {
  readonly id: string
  readonly reference: string
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'REVERSED'
  readonly incident: string | null
  readonly isSwept: boolean
  readonly cost: number
  readonly wholesale: number
  readonly total: number
  readonly drawer: string
}

async function storedServices(
  asked: Asks,
  merchantIds: readonly string[],
): Promise<readonly StoredService[]> {
  const { rows } = await asked.query<StoredService>(
    `with drawers as (${drawers})
     select s.id, s.reference, s.status, s.incident, s.sweep_until is not null as "isSwept", s.cost_centavos::int as cost,
            s.wholesale_centavos::int as wholesale, (s.amount_centavos + s.fee_centavos)::int as total, d.name as drawer
       from vas.sales s join drawers d on d.merchant_id = s.merchant_id and d.id = s.shift_id
      where s.merchant_id = any ($1)`,
    [merchantIds],
  )
  return rows
}

/** The balance of every account of the ledger, by merchant and name. */
async function balances(asked: Asks, merchantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await asked.query<{ name: string; value: string }>(
    `select e.account || ' ' || e.merchant_id as name, sum(e.amount_centavos) as value from money.entries e
      where e.merchant_id = any ($1) group by e.merchant_id, e.account
     union all
     select 'stored wallet ' || w.merchant_id, w.available_centavos::bigint from money.wallets w where w.merchant_id = any ($1)
     union all
     select 'stored held ' || w.merchant_id, w.held_centavos::bigint from money.wallets w where w.merchant_id = any ($1)`,
    [merchantIds],
  )
  return new Map(rows.map(({ name, value }) => [name, Number(value)]))
}
