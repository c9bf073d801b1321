-- The key of an event by time, place and person; null for keys of single lines. Without a fixed search path,
-- so that it is inlined into the calling query.
create or replace function reporting.report_key(p_by text, p_on date, p_local_at timestamp, p_store uuid, p_membership uuid)
  returns text
  language sql immutable
return case p_by when 'day' then to_char(p_on, 'YYYY-MM-DD') when 'hour' then to_char(p_local_at, 'HH24')
                 when 'store' then p_store::text when 'cashier' then p_membership::text end;

create or replace function reporting.figure_json(p_figure reporting.sales_figure) returns jsonb
  language sql immutable
return jsonb_build_object(
  'key', p_figure.key, 'label', p_figure.label, 'orderCount', p_figure.order_count, 'itemQuantity', p_figure.item_quantity,
  'grossCentavos', p_figure.gross_centavos, 'discountCentavos', p_figure.discount_centavos,
  'totalCentavos', p_figure.total_centavos, 'taxCentavos', p_figure.tax_centavos,
  'netCentavos', p_figure.total_centavos - p_figure.tax_centavos, 'roundingCentavos', p_figure.rounding_centavos,
  'costCentavos', p_figure.cost_centavos, 'refundCount', p_figure.refund_count, 'refundCentavos', p_figure.refund_centavos,
  'refundTaxCentavos', p_figure.refund_tax_centavos, 'refundRoundingCentavos', p_figure.refund_rounding_centavos,
  'refundCostCentavos', p_figure.refund_cost_centavos,
  'vasCount', p_figure.vas_count, 'vasAmountCentavos', p_figure.vas_amount_centavos,
  'vasFeeCentavos', p_figure.vas_fee_centavos, 'vasCommissionCentavos', p_figure.vas_commission_centavos,
  'vasPendingCount', p_figure.vas_pending_count, 'vasPendingCentavos', p_figure.vas_pending_centavos);

-- Figures as `figure_json` wrote them.
create or replace function reporting.figures_of_json(p_figures jsonb) returns setof reporting.sales_figure
  language sql immutable
as $$
  select f.key, f.label, f."orderCount", f."itemQuantity", f."grossCentavos", f."discountCentavos", f."totalCentavos",
         f."taxCentavos", f."roundingCentavos", f."costCentavos", f."refundCount", f."refundCentavos",
         f."refundTaxCentavos", f."refundRoundingCentavos", f."refundCostCentavos", f."vasCount", f."vasAmountCentavos",
         f."vasFeeCentavos", f."vasCommissionCentavos", f."vasPendingCount", f."vasPendingCentavos"
    from jsonb_to_recordset(p_figures) f (
           key text, label text, "orderCount" bigint, "itemQuantity" numeric, "grossCentavos" bigint,
           "discountCentavos" bigint, "totalCentavos" bigint, "taxCentavos" bigint, "roundingCentavos" bigint,
           "costCentavos" bigint, "refundCount" bigint, "refundCentavos" bigint, "refundTaxCentavos" bigint,
           "refundRoundingCentavos" bigint, "refundCostCentavos" bigint, "vasCount" bigint, "vasAmountCentavos" bigint, "vasFeeCentavos" bigint,
           "vasCommissionCentavos" bigint, "vasPendingCount" bigint, "vasPendingCentavos" bigint)
$$;

-- Adds up figures with equal keys; sums without a key get the given one.
create or replace function reporting.add_figures(p_figures reporting.sales_figure[], p_key text default null)
  returns setof reporting.sales_figure
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(p_key, f.key), max(f.label), sum(f.order_count)::bigint, sum(f.item_quantity), sum(f.gross_centavos)::bigint,
         sum(f.discount_centavos)::bigint, sum(f.total_centavos)::bigint, sum(f.tax_centavos)::bigint,
         sum(f.rounding_centavos)::bigint, sum(f.cost_centavos)::bigint, sum(f.refund_count)::bigint,
         sum(f.refund_centavos)::bigint, sum(f.refund_tax_centavos)::bigint,
         sum(f.refund_rounding_centavos)::bigint, sum(f.refund_cost_centavos)::bigint, sum(f.vas_count)::bigint, sum(f.vas_amount_centavos)::bigint, sum(f.vas_fee_centavos)::bigint,
         sum(f.vas_commission_centavos)::bigint, sum(f.vas_pending_count)::bigint, sum(f.vas_pending_centavos)::bigint
    from unnest(p_figures) f group by 1
$$;

-- The groupings in which each sale is in one line, so that the lines add up to the total.
create or replace function reporting.partitioning_groupings() returns text[]
  language sql immutable
return array['day', 'hour', 'store', 'cashier'];

-- The groupings that rollups contain.
create or replace function reporting.rolled_up_groupings() returns text[]
  language sql immutable
return array['day', 'store', 'hour', 'method', 'cashier', 'tax_rate', 'vas_kind'];

-- A store's figures: of days that are over and were written down from there, of all others from history. Products
-- and categories are not written down, and a shift's figures are its own. A day that a sale without a network was booked into
-- later counts as not written down, so that every grouping has that sale at once. Its transaction has the time of its start, and
-- ends within a minute. The same holds for a day that was written down before the store's time zone was changed: services between
-- the midnights of both zones would be in two days, or in none.
create or replace function reporting.store_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text)
  returns setof reporting.sales_figure
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_zone text;
  v_today date;
  v_first date;
  v_sales_set int := authz.set_of(p_merchant, p_store, 'sales');
  v_reporting_set int := authz.set_of(p_merchant, p_store, 'reporting');
  v_written date[];
  v_figures jsonb[];
begin
  select s.time_zone, (now() at time zone s.time_zone)::date into v_zone, v_today
    from shop.stores s where s.merchant_id = p_merchant and s.id = p_store;
  p_to := least(coalesce(p_to, v_today), v_today);
  p_from := coalesce(p_from, p_to);
  if p_shift is not null or p_by <> all (reporting.rolled_up_groupings()) then
    return query select * from reporting.sales_figures(p_merchant, p_store, p_from, p_to, p_shift, p_by);
    return;
  end if;
  select least((select o.sold_on from selling.sales_orders o where o.merchant_id = p_merchant and o.store_id = p_store
                 order by o.sold_on limit 1),
               (select (s.created_at at time zone v_zone)::date from vas.sales s
                 where s.merchant_id = p_merchant and s.store_id = p_store
                   and s.permission_set = v_sales_set order by s.created_at limit 1))
    into v_first;
  if v_first is null then
    return;
  end if;
  select array_agg(w.business_on), array_agg(w.figures) into v_written, v_figures
    from (select distinct on (r.business_on) r.business_on, r.time_zone, r.breakdowns -> p_by as figures, r.created_at
            from reporting.daily_sales_rollups r
           where r.merchant_id = p_merchant and r.store_id = p_store and r.permission_set = v_reporting_set
             and r.business_on between p_from and p_to and r.is_final
           order by r.business_on, r.version desc) w
   cross join lateral (
     select max(o.created_at) as booked_at from selling.sales_orders o
      where o.merchant_id = p_merchant and o.store_id = p_store and o.sold_on = w.business_on and o.sold_at < o.created_at) late
   where w.time_zone = v_zone and (late.booked_at is null or late.booked_at < w.created_at - interval '1 minute');
  return query
  with parts as (
    select f.* from unnest(v_figures) w (figures) cross join lateral reporting.figures_of_json(w.figures) f
    union all
    select f.*
      from generate_series(greatest(p_from, v_first), p_to, interval '1 day') d
     cross join lateral reporting.sales_figures(p_merchant, p_store, d::date, d::date, null, p_by) f
     where d::date <> all (coalesce(v_written, '{}'))
  )
  select a.* from reporting.add_figures((select array_agg(p::reporting.sales_figure) from parts p)) a;
end $$;

-- A report over several stores at one moment: its lines, largest first, and their totals. Days and hours are
-- in chronological order. An order has one day, hour, store and cashier, but several products, tax rates and payment
-- methods: only there the totals are not the sum of the lines. By payment method the amounts are, because they are what was paid
-- and paid back: those of orders and refunds have no rounding of cash.
create or replace function reporting.sales_report(p_merchants uuid[], p_stores uuid[], p_from date, p_to date, p_shift uuid,
    p_by text, p_limit int)
  returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with places as (
    select * from unnest(p_merchants, p_stores) p (merchant_id, store_id)
  ), lines as (
    select a.* from reporting.add_figures((
      select array_agg(f) from places p
       cross join lateral reporting.store_figures(p.merchant_id, p.store_id, p_from, p_to, p_shift, p_by) f)) a
  ), total as (
    select a.* from reporting.add_figures(case when p_by = any (reporting.partitioning_groupings())
      then (select array_agg(l::reporting.sales_figure) from lines l)
      else (select array_agg(f) from places p
             cross join lateral reporting.store_figures(p.merchant_id, p.store_id, p_from, p_to, p_shift, 'store') f) end, '') a
  ), ranked as (
    select reporting.figure_json(l) || case when p_by = 'store' then jsonb_build_object('label', (
             select s.name from places p join shop.stores s on s.merchant_id = p.merchant_id and s.id = p.store_id
              where p.store_id::text = l.key)) else '{}' end as line, row_number() over (order by
             case when p_by in ('day', 'hour', 'tax_rate') then l.key end,
             coalesce(l.total_centavos, 0) + coalesce(l.vas_amount_centavos, 0) desc, l.key) as place from lines l
  )
  select jsonb_build_object(
    'rows', coalesce((select jsonb_agg(r.line order by r.place) from ranked r where r.place <= p_limit), '[]'),
    'rowCount', (select count(*) from ranked),
    'totals', coalesce((select reporting.figure_json(t) - 'key' - 'label' || case when p_by = 'method' then (
                          select jsonb_build_object('totalCentavos', coalesce(sum(l.total_centavos), 0)::bigint,
                                   'refundCentavos', coalesce(sum(l.refund_centavos), 0)::bigint, 'roundingCentavos', null,
                                   'refundRoundingCentavos', null)
                            from lines l) else '{}' end from total t),
                       (select jsonb_object_agg(e.key, 0) from jsonb_each(reporting.figure_json(null)) e
                         where e.key not in ('key', 'label')))));
end $$;

grant execute on function
  reporting.report_key(text, date, timestamp, uuid, uuid),
  reporting.figure_json(reporting.sales_figure), reporting.figures_of_json(jsonb), reporting.rolled_up_groupings(), reporting.partitioning_groupings(),
  reporting.add_figures(reporting.sales_figure[], text), reporting.roll_up_day(uuid, uuid, date),
  reporting.store_figures(uuid, uuid, date, date, uuid, text),
  reporting.sales_report(uuid[], uuid[], date, date, uuid, text, int), reporting.dashboard(uuid[], uuid[], int),
  reporting.last_week_by_now(uuid[], uuid[], text[], date[], int[]), reporting.open_shifts(uuid[], uuid[], text[], int),
  reporting.low_stock(uuid[], uuid[], text[], int), reporting.pending_approvals(uuid[], uuid[], text[], int),
  reporting.pending_sales(uuid[], uuid[], text[], int[], int), reporting.shift_differences(uuid[], uuid[], text[], int),
  reporting.beside_last_week(reporting.sales_figure[], reporting.sales_figure[]) to mostrador_api;
