-- Comparing our sales with the provider's lists.

-- Makes the sales due whose outcome in the provider's list differs from ours; settling then queries the
-- provider. Returns how many there are. Sales that are still open are polled anyway.
create or replace function vas.recheck_listed(p_mode text, p_records jsonb) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sale vas.sales;
  v_watched_until timestamptz := clock_timestamp() + interval '1 hour';
  v_rechecked int := 0;
begin
  for v_sale in
    update vas.sales s
       set next_check_at = app.clock(), sweep_until = coalesce(s.sweep_until, v_watched_until)
      from jsonb_to_recordset(p_records) r (id uuid, outcome text)
     where s.id = r.id and s.mode = p_mode
       and (s.status = 'COMPLETED' and r.outcome = 'reversed'
         or s.status = 'COMPLETED' and r.outcome = 'failed' and s.incident is distinct from 'contradicted'
         or s.status = 'FAILED' and r.outcome = 'completed' and coalesce(s.incident, '') not in ('late_completion', 'late_reversal')
         or s.status = 'FAILED' and r.outcome = 'reversed' and s.incident = 'late_completion')
    returning s.*
  loop
    perform vas.requeue(v_sale);
    v_rechecked := v_rechecked + 1;
  end loop;
  return v_rechecked;
end $$;

-- The accounts whose lists are read, and from when: our own, and those of merchants that paid for sales of
-- the last thirty days. A reversal may come long after its sale, so the list of reversals starts thirty days
-- earlier.
create or replace function vas.lists_to_read(p_mode text)
  returns table (merchant_id uuid, connection_id uuid, listed_until timestamptz, first_sale_at timestamptz, now timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select a.merchant_id, a.connection_id, l.listed_until, a.first_sale_at, clock_timestamp()
    from (select null::uuid as merchant_id, null::uuid as connection_id, (
                   select s.created_at from vas.sales s
                    where s.id >= app.first_uuid_at(now() - interval '30 days') and s.created_at > now() - interval '30 days'
                      and s.mode = p_mode and s.connection_id is null
                    order by s.id limit 1) as first_sale_at
          union all
          select c.merchant_id, c.id, (
                   select s.created_at from vas.sales s
                    where s.merchant_id = c.merchant_id and s.connection_id = c.id and s.mode = p_mode
                      and s.id >= app.first_uuid_at(now() - interval '30 days') and s.created_at > now() - interval '30 days'
                    order by s.id limit 1)
            from shop.connections c where c.environment = p_mode and c.sealed is not null) a
    left join vas.provider_lists l on l.mode = p_mode
      and l.connection_id = coalesce(a.connection_id, '00000000-0000-0000-0000-000000000000')
   where a.first_sale_at is not null;
end $$;

-- The accounts with sales of the last thirty days that failed, and when the first and the last of these were made. The provider
-- may still complete one. A late success that is already an incident is left out, reversed or not.
create or replace function vas.lists_of_failed(p_mode text)
  returns table (merchant_id uuid, connection_id uuid, first_sale_at timestamptz, last_sale_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select case when s.connection_id is not null then s.merchant_id end, s.connection_id, min(s.created_at), max(s.created_at)
    from vas.sales s
    left join shop.connections c on c.merchant_id = s.merchant_id and c.id = s.connection_id and c.sealed is not null
   where s.id >= app.first_uuid_at(now() - interval '30 days') and s.created_at > now() - interval '30 days'
     and s.mode = p_mode and s.status = 'FAILED' and coalesce(s.incident, '') not in ('late_completion', 'late_reversal')
     and (s.connection_id is null or c.id is not null)
   group by 1, 2;
end $$;

-- Records the position up to which an account's list was read; it never moves back.
create or replace function vas.note_list_read(p_mode text, p_connection uuid, p_until timestamptz) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  insert into vas.provider_lists as l (mode, connection_id, listed_until)
  values (p_mode, coalesce(p_connection, '00000000-0000-0000-0000-000000000000'), p_until)
  on conflict (mode, connection_id) do update set listed_until = greatest(l.listed_until, excluded.listed_until)
$$;

-- Sales of a day for reconciliation: the balances that their status demands, and the booked ones. Corrections,
-- after a late success or a restore, are not part of the sale's own postings.
create or replace function vas.day_of_sales(p_day date, p_mode text)
  returns table (id uuid, merchant_id uuid, folio text, status text, phase text, amount_centavos bigint,
    connection_id uuid, wholesale_centavos bigint, is_ranged boolean, demanded jsonb, booked jsonb)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select s.id, s.merchant_id, s.folio, s.status, s.phase, s.amount_centavos::bigint, s.connection_id,
         s.wholesale_centavos::bigint, s.is_ranged,
         case
           when s.connection_id is not null and s.status = 'COMPLETED' then
             jsonb_build_object('connection_balance', -s.wholesale_centavos, 'connection_spent', s.wholesale_centavos)
           when s.connection_id is null and s.status = 'COMPLETED' then
             jsonb_strip_nulls(jsonb_build_object('wallet', -s.cost_centavos, 'aggregator_payable', s.wholesale_centavos,
               'commission_income', nullif(s.cost_centavos - s.wholesale_centavos, 0)))
           when s.connection_id is null and s.status = 'PENDING' then
             jsonb_build_object('wallet', -s.cost_centavos, 'wallet_held', s.cost_centavos)
           else '{}' end,
         coalesce((select jsonb_object_agg(b.account, b.centavos)
            from (select e.account, sum(e.amount_centavos)::bigint as centavos
                    from money.postings p
                    join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
                   where p.merchant_id = s.merchant_id and p.reference = s.id and p.kind <> 'correction'
                   group by e.account having sum(e.amount_centavos) <> 0) b), '{}')
    from vas.sales s
   where s.mode = p_mode
     and s.created_at >= p_day::timestamp at time zone 'America/Mexico_City'
     and s.created_at < (p_day + 1)::timestamp at time zone 'America/Mexico_City'
   order by s.id;
end $$;

grant execute on function vas.recheck_listed(text, jsonb), vas.lists_to_read(text), vas.lists_of_failed(text), vas.note_list_read(text, uuid, timestamptz)
  to mostrador_worker;

-- The days of the last thirty that have ended and were not compared, oldest first: from the first one that was compared or had
-- a sale.
create or replace function vas.days_to_reconcile() returns setof date
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_today date := (now() at time zone 'America/Mexico_City')::date;
  v_first date := least(
    (select min(c.day) from app.nightly_checks c where c.job = 'vas.reconciliation'),
    (select (s.created_at at time zone 'America/Mexico_City')::date from vas.sales s
      where s.id >= app.first_uuid_at(now() - interval '30 days') order by s.id limit 1));
begin
  return query
  select d::date from generate_series((v_today - 30)::timestamp, (v_today - 1)::timestamp, interval '1 day') d
   where d >= v_first
     and not exists (select 1 from app.nightly_checks c where c.job = 'vas.reconciliation' and c.day = d::date)
   order by d;
end $$;

-- Records the differences of a day that was compared. A day that has not ended has to be compared again.
create or replace function vas.note_reconciled(p_day date, p_differences int) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_day < (now() at time zone 'America/Mexico_City')::date then
    perform app.note_check('vas.reconciliation', p_day, p_differences);
  end if;
end $$;

grant execute on function vas.day_of_sales(date, text), vas.days_to_reconcile(), vas.note_reconciled(date, int) to mostrador_worker;
