-- Checking the books.

-- Wallets (of one merchant; null: of all) that hold something else than their open sales and settlements do.
create or replace function money.held_imbalances(p_merchant uuid)
  returns table (merchant_id uuid, fault text, expected bigint, found bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select w.merchant_id, 'held differs from what is open', coalesce(o.centavos, 0)::bigint, w.held_centavos::bigint
    from money.wallets w
    left join (
      select held.merchant_id, sum(held.centavos) as centavos from (
        select s.merchant_id, s.cost_centavos as centavos
          from vas.open_sales q join vas.sales s on s.merchant_id = q.merchant_id and s.id = q.sale_id
         where s.status = 'PENDING' and s.connection_id is null and (p_merchant is null or s.merchant_id = p_merchant)
        union all
        select s.merchant_id, s.amount_centavos from money.settlements s
         where money.settlement_holds(s.status) and (p_merchant is null or s.merchant_id = p_merchant)) held
       group by held.merchant_id) o on o.merchant_id = w.merchant_id
   where coalesce(o.centavos, 0) <> w.held_centavos and (p_merchant is null or w.merchant_id = p_merchant);
end $$;

-- Every inconsistency in the books of all merchants; empty when all are consistent. It reads all entries ever made.
create or replace function money.imbalances()
  returns table (merchant_id uuid, fault text, expected bigint, found bigint)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select e.merchant_id, 'posting does not balance', 0::bigint, sum(e.amount_centavos)::bigint
    from money.entries e group by e.merchant_id, e.posting_id having sum(e.amount_centavos) <> 0
  union all
  select w.merchant_id, b.account || ' differs from its entries', coalesce(sum(e.amount_centavos), 0)::bigint, b.balance
    from money.wallets w
   cross join lateral (values ('wallet', w.available_centavos::bigint), ('wallet_held', w.held_centavos::bigint)) b (account, balance)
    left join money.entries e on e.merchant_id = w.merchant_id and e.account = b.account
   group by w.merchant_id, b.account, b.balance
  having coalesce(sum(e.amount_centavos), 0) <> b.balance;
  return query select * from money.held_imbalances(null);
end $$;

-- What every night's check finds in a merchant's books without reading all entries: postings of the last eight days that do
-- not balance, entries of the wallet since then that do not follow from the one before, and what the wallet says now.
create or replace function money.recent_imbalances(p_merchant uuid)
  returns table (merchant_id uuid, fault text, expected bigint, found bigint)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_since timestamptz := now() - interval '8 days';
  v_first bigint := (
    select e.entry_no from money.entries e
     where e.merchant_id = p_merchant and e.account = 'wallet' and e.posted_at >= v_since
     order by e.posted_at limit 1);
begin
  return query
  select e.merchant_id, 'posting does not balance', 0::bigint, sum(e.amount_centavos)::bigint
    from money.entries e
   where e.merchant_id = p_merchant and e.posting_id >= app.first_uuid_at(v_since)
   group by e.merchant_id, e.posting_id having sum(e.amount_centavos) <> 0;
  return query
  select p_merchant, 'wallet entry does not follow from the one before', c.expected, c.balance from (
    select e.entry_no, e.balance_after_centavos::bigint as balance, lag(e.entry_no) over numbered as before,
           (lag(e.balance_after_centavos) over numbered + e.amount_centavos)::bigint as expected
      from money.entries e
     where e.merchant_id = p_merchant and e.account = 'wallet' and e.entry_no >= v_first
    window numbered as (order by e.entry_no)) c
   where c.before is not null and (c.balance <> c.expected or c.entry_no <> c.before + 1);
  return query
  select w.merchant_id, 'wallet differs from its last entry', coalesce(l.balance, 0), w.available_centavos::bigint
    from money.wallets w
    left join lateral (
      select e.entry_no, e.balance_after_centavos::bigint as balance from money.entries e
       where e.merchant_id = w.merchant_id and e.account = 'wallet' order by e.entry_no desc limit 1) l on true
   where w.merchant_id = p_merchant
     and (coalesce(l.balance, 0) <> w.available_centavos or coalesce(l.entry_no, 0) <> w.last_entry_no);
  return query select * from money.held_imbalances(p_merchant);
end $$;

grant execute on function money.imbalances(), money.recent_imbalances(uuid) to mostrador_worker;
