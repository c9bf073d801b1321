-- Figures of past days, rolled up each night.

-- Rolls up a day. Writes nothing if it equals the last version.
create or replace function reporting.write_rollup(p_merchant uuid, p_store uuid, p_on date)
  returns setof reporting.daily_sales_rollups
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_last reporting.daily_sales_rollups;
  v_breakdowns jsonb;
  v_day reporting.sales_figure;
  v_is_final boolean;
  v_zone text;
begin
  select p_on < (now() at time zone s.time_zone)::date, s.time_zone into v_is_final, v_zone from shop.hold_store(p_merchant, p_store) s;
  select r.* into v_last from reporting.daily_sales_rollups r
   where r.merchant_id = p_merchant and r.store_id = p_store and r.business_on = p_on order by r.version desc limit 1;
  select jsonb_object_agg(b.by, (select coalesce(jsonb_agg(reporting.figure_json(f) order by f.key), '[]')
                                   from reporting.sales_figures(p_merchant, p_store, p_on, p_on, null, b.by) f))
    into v_breakdowns from unnest(reporting.rolled_up_groupings()) b (by);
  if v_last.is_final = v_is_final and v_last.time_zone = v_zone and v_last.breakdowns = v_breakdowns then
    return next v_last;
    return;
  end if;
  select f.* into v_day from reporting.figures_of_json(v_breakdowns -> 'day') f;
  return query
  insert into reporting.daily_sales_rollups as r (
    merchant_id, id, store_id, permission_set, business_on, time_zone, version, is_final, order_count, item_quantity, gross_centavos,
    discount_centavos, total_centavos, tax_centavos, rounding_centavos, cost_centavos, refund_count, refund_centavos,
    refund_tax_centavos, refund_rounding_centavos, refund_cost_centavos, vas_count, vas_amount_centavos, vas_fee_centavos,
    vas_commission_centavos, vas_pending_count, vas_pending_centavos, breakdowns, created_at)
  values (p_merchant, app.uuid_v7(), p_store, authz.set_of(p_merchant, p_store, 'reporting'), p_on, v_zone,
          coalesce(v_last.version, 0) + 1, v_is_final, coalesce(v_day.order_count, 0), coalesce(v_day.item_quantity, 0),
          coalesce(v_day.gross_centavos, 0), coalesce(v_day.discount_centavos, 0), coalesce(v_day.total_centavos, 0),
          coalesce(v_day.tax_centavos, 0), coalesce(v_day.rounding_centavos, 0), coalesce(v_day.cost_centavos, 0),
          coalesce(v_day.refund_count, 0), coalesce(v_day.refund_centavos, 0), coalesce(v_day.refund_tax_centavos, 0),
          coalesce(v_day.refund_rounding_centavos, 0), coalesce(v_day.refund_cost_centavos, 0), coalesce(v_day.vas_count, 0), coalesce(v_day.vas_amount_centavos, 0),
          coalesce(v_day.vas_fee_centavos, 0), coalesce(v_day.vas_commission_centavos, 0),
          coalesce(v_day.vas_pending_count, 0), coalesce(v_day.vas_pending_centavos, 0), v_breakdowns, clock_timestamp())
  returning r.*;
end $$;

-- Past days of a store that may have to be rolled up, in their order: days without a rollup since the first sale, the last three,
-- days of the last two months with a service whose outcome arrived later than the rollup, days with an offline sale that was
-- booked later, and days written before the store's time zone was changed (see reporting.store_figures). Days are counted up, so
-- that the sales of days that are written down are not read again each night.
create or replace function reporting.days_to_roll_up(p_merchant uuid, p_store uuid, p_after date, p_limit int) returns setof date
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sales_set int := authz.set_of(p_merchant, p_store, 'sales');
begin
  return query
  with place as (
    select s.time_zone, (now() at time zone s.time_zone)::date as today, (s.created_at at time zone s.time_zone)::date as opened_on
      from shop.stores s where s.merchant_id = p_merchant and s.id = p_store
  ), written as (
    select distinct on (r.business_on) r.business_on, r.time_zone, r.created_at as written_at from reporting.daily_sales_rollups r
     where r.merchant_id = p_merchant and r.store_id = p_store and r.is_final order by r.business_on, r.version desc
  ), candidates as (
    select d::date as day
      from place p,
           generate_series(greatest(p_after + 1, least(greatest(p.opened_on, p.today - 60), (
             select o.sold_on from selling.sales_orders o where o.merchant_id = p_merchant and o.store_id = p_store
              order by o.sold_on limit 1))), p.today - 1, interval '1 day') d
  ), late as (
    select (s.created_at at time zone p.time_zone)::date as day, max(s.updated_at) as changed_at
      from place p, vas.sales s
     where s.merchant_id = p_merchant and s.store_id = p_store
       and s.permission_set = v_sales_set and s.created_at > now() - interval '60 days'
     group by 1
  )
  select c.day from place p, candidates c
    left join written w on w.business_on = c.day
    left join late l on l.day = c.day
   cross join lateral (
     select max(o.created_at) as booked_at from selling.sales_orders o
      where o.merchant_id = p_merchant and o.store_id = p_store and o.sold_on = c.day and o.sold_at < o.created_at) b
   where w.business_on is null or w.time_zone <> p.time_zone or c.day >= p.today - 3 or l.changed_at > w.written_at
      or b.booked_at >= w.written_at - interval '1 minute'
   order by c.day limit p_limit;
end $$;

-- Rolls up the next past days of a store after a day, or the first ones (limit null: all of them), on behalf of no account.
-- Returns the number of versions written, and the last of these days: null when none was left.
create or replace function reporting.roll_up_store(p_merchant uuid, p_store uuid, p_after date, p_limit int,
    out written int, out last_day date)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_day date;
begin
  written := 0;
  for v_day in select d from reporting.days_to_roll_up(p_merchant, p_store, p_after, p_limit) d loop
    perform from reporting.write_rollup(p_merchant, p_store, v_day) w where w.created_at >= v_started;
    if found then
      written := written + 1;
    end if;
    last_day := v_day;
  end loop;
end $$;

-- All stores, for the nightly job; in pages.
create or replace function reporting.stores_after(p_store uuid, p_limit int) returns table (merchant_id uuid, store_id uuid)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select s.merchant_id, s.id from shop.stores s where p_store is null or s.id > p_store order by s.id limit p_limit;
end $$;

-- A supervisor or manager recomputes a day.
create or replace function reporting.roll_up_day(p_merchant uuid, p_store uuid, p_on date) returns setof reporting.daily_sales_rollups
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_today date;
  v_rollup reporting.daily_sales_rollups;
begin
  if not coalesce(authz.set_of(p_merchant, p_store, 'reporting') = any (app.readable_sets()), false) then
    raise exception 'the caller may not roll up days of this store' using errcode = '42501';
  end if;
  select (now() at time zone s.time_zone)::date into v_today from shop.stores s where s.merchant_id = p_merchant and s.id = p_store;
  if p_on > v_today then
    perform app.refuse_field('invalid_request', '/businessOn', 'is in the future in the store''s time zone');
  end if;
  select w.* into v_rollup from reporting.write_rollup(p_merchant, p_store, p_on) w;
  if v_rollup.created_at >= v_started then
    perform audit.record('day.rolled_up', 'daily_sales_rollup', v_rollup.id::text, null, jsonb_build_object(
      'businessOn', p_on, 'version', v_rollup.version), p_merchant, p_store);
  end if;
  return next v_rollup;
end $$;

grant execute on function reporting.roll_up_store(uuid, uuid, date, int), reporting.stores_after(uuid, int) to mostrador_worker;
