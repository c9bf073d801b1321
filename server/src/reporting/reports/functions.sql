-- What a store sold, gave back and passed on from one business day to another, under the keys of `p_by`, straight from
-- history. With a shift, only what went through it. Whoever asks sees it under its own row permissions.
create or replace function reporting.sales_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text)
  returns setof reporting.sales_figure
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_zone text;
  -- What a key can say something about.
  v_is_moment boolean := p_by in ('day', 'hour', 'cashier', 'store');
  v_is_goods boolean := p_by not in ('method', 'vas_kind');
begin
  select s.time_zone into v_zone from shop.stores s where s.merchant_id = p_merchant and s.id = p_store;
  return query
  with orders as (
    select o.id, o.cart_id, o.rounding_centavos, o.sold_on as made_on, o.created_at at time zone v_zone as local_at,
           o.membership_id, o.cashier_name
      from selling.sales_orders o
     where o.merchant_id = p_merchant and o.store_id = p_store and o.sold_on between p_from and p_to
       and (p_shift is null or o.shift_id = p_shift)
  ), given_back as (
    select r.id, r.order_id, r.amount_centavos, r.tax_centavos, r.refunded_on as made_on, r.created_at at time zone v_zone as local_at,
           r.membership_id, r.cashier_name
      from selling.refunds r
     where r.merchant_id = p_merchant and r.store_id = p_store and r.refunded_on between p_from and p_to
       and (p_shift is null or r.shift_id = p_shift)
  ), passed_on as (
    select s.*, s.created_at at time zone v_zone as local_at
      from vas.sales s
     where s.merchant_id = p_merchant and s.store_id = p_store
       and s.permission_set = authz.set_of(p_merchant, p_store, 'sales')
       and s.created_at >= p_from::timestamp at time zone v_zone
       and s.created_at < (p_to + 1)::timestamp at time zone v_zone
       and s.status in ('COMPLETED', 'PENDING') and (p_shift is null or s.shift_id = p_shift)
  ), sold as materialized (
    -- Line by line of what was found above: fresh tables have no statistics yet, and a planner that begins with all
    -- lines of the merchant never ends.
    select reporting.report_key(p_by, o.made_on, o.local_at, p_store, o.membership_id) as moment_key, o.cashier_name,
           o.id as document, l.product_id, l.product_name, l.tax_rate_bps, l.is_tax_exempt, l.quantity, l.gross_centavos,
           l.discount_centavos, l.total_centavos, l.tax_centavos,
           round(l.quantity * coalesce(l.unit_cost_centavos, 0)) as cost, null::numeric as back, null::numeric as back_tax,
           null::numeric as shelf_cost
      from orders o
     cross join lateral (select * from selling.line_items i
                          where i.merchant_id = p_merchant and i.cart_id = o.cart_id offset 0) l
     where v_is_goods
    union all
    select reporting.report_key(p_by, r.made_on, r.local_at, p_store, r.membership_id), r.cashier_name, r.id, l.product_id,
           l.product_name, l.tax_rate_bps, l.is_tax_exempt, null, null, null, null, null, null, b.amount_centavos, b.tax_centavos,
           case when b.disposition = 'STOCK' then round(b.quantity * coalesce(l.unit_cost_centavos, 0)) else 0 end
      from given_back r
     cross join lateral (select * from selling.refund_lines i
                          where i.merchant_id = p_merchant and i.refund_id = r.id offset 0) b
     cross join lateral (select * from selling.line_items i
                          where i.merchant_id = p_merchant and i.id = b.line_item_id offset 0) l
     where v_is_goods
  ), lines as (
    select s.*,
           case p_by when 'product' then s.product_id::text when 'category' then coalesce(d.category_id::text, '')
                     when 'tax_rate' then case when s.is_tax_exempt then 'EXEMPT' else s.tax_rate_bps::text end
                     else s.moment_key end as key,
           case p_by when 'product' then s.product_name when 'category' then c.name else s.cashier_name end as label
      from sold s
      left join catalog.products d on p_by = 'category' and d.merchant_id = p_merchant and d.id = s.product_id
      left join catalog.categories c on c.merchant_id = p_merchant and c.id = d.category_id
  ), facts as (
    -- Rounded coins that went back with the last line belong to the refund, and to no line of it.
    select l.key, max(l.label) as label, count(distinct l.document) filter (where l.back is null) as orders,
           coalesce(sum(l.quantity), 0) as quantity, coalesce(sum(l.gross_centavos), 0) as gross,
           coalesce(sum(l.discount_centavos), 0) as discount, coalesce(sum(l.total_centavos), 0) as total,
           coalesce(sum(l.tax_centavos), 0) as tax, 0::numeric as rounding, coalesce(sum(l.cost), 0) as cost,
           count(distinct l.document) filter (where l.back is not null and not v_is_moment) as refunds,
           coalesce(sum(l.back) filter (where not v_is_moment), 0) as back,
           coalesce(sum(l.back_tax) filter (where not v_is_moment), 0) as back_tax,
           coalesce(sum(l.shelf_cost), 0) as back_cost, 0::bigint as sales, 0::numeric as amount, 0::numeric as fee,
           0::numeric as commission, 0::bigint as pending, 0::numeric as pending_amount
      from lines l group by l.key
    union all
    select reporting.report_key(p_by, o.made_on, o.local_at, p_store, o.membership_id), null, 0, 0, 0, 0, 0, 0,
           sum(o.rounding_centavos), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from orders o where v_is_moment and o.rounding_centavos <> 0 group by 1
    union all
    select reporting.report_key(p_by, r.made_on, r.local_at, p_store, r.membership_id), max(r.cashier_name), 0, 0, 0, 0, 0, 0,
           0, 0, count(*), sum(r.amount_centavos), sum(r.tax_centavos), 0, 0, 0, 0, 0, 0, 0
      from given_back r where v_is_moment group by 1
    union all
    select t.method, null, count(distinct t.order_id), 0, 0, 0, sum(t.amount_centavos), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from orders o
     cross join lateral (select * from selling.transactions i where i.merchant_id = p_merchant and i.order_id = o.id offset 0) t
     where p_by = 'method' and t.kind = 'PAYMENT' group by 1
    union all
    select t.method, null, 0, 0, 0, 0, 0, 0, 0, 0, count(distinct r.id), -sum(t.amount_centavos), 0, 0, 0, 0, 0, 0, 0, 0
      from given_back r
     cross join lateral (select * from selling.transactions i where i.merchant_id = p_merchant and i.order_id = r.order_id offset 0) t
     where p_by = 'method' and t.refund_id = r.id group by 1
    union all
    select case p_by when 'method' then s.payment_method when 'vas_kind' then s.kind
                else reporting.report_key(p_by, s.local_at::date, s.local_at, p_store, s.membership_id) end,
           max(s.cashier_name), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
           count(*) filter (where s.status = 'COMPLETED'),
           coalesce(sum(s.amount_centavos) filter (where s.status = 'COMPLETED'), 0),
           coalesce(sum(s.fee_centavos) filter (where s.status = 'COMPLETED'), 0),
           coalesce(sum(s.commission_centavos) filter (where s.status = 'COMPLETED'), 0),
           count(*) filter (where s.status = 'PENDING'),
           coalesce(sum(s.amount_centavos + s.fee_centavos) filter (where s.status = 'PENDING'), 0)
      from passed_on s where v_is_moment or p_by in ('method', 'vas_kind') group by 1
  ), sums as (
    select f.key, max(f.label) as label, sum(f.orders) as orders, sum(f.quantity) as quantity, sum(f.gross) as gross,
           sum(f.discount) as discount, sum(f.total) as total, sum(f.tax) as tax, sum(f.rounding) as rounding,
           sum(f.cost) as cost, sum(f.refunds) as refunds, sum(f.back) as back, sum(f.back_tax) as back_tax,
           sum(f.back_cost) as back_cost, sum(f.sales) as sales, sum(f.amount) as amount, sum(f.fee) as fee,
           sum(f.commission) as commission, sum(f.pending) as pending, sum(f.pending_amount) as pending_amount
      from facts f group by f.key
  )
  select s.key, case when p_by in ('cashier', 'product', 'category') then s.label end,
         case when p_by <> 'vas_kind' then s.orders::bigint end, case when v_is_goods then s.quantity end,
         case when v_is_goods then s.gross::bigint end, case when v_is_goods then s.discount::bigint end,
         case when p_by <> 'vas_kind' then s.total::bigint end, case when v_is_goods then s.tax::bigint end,
         case when v_is_moment then s.rounding::bigint end, case when v_is_goods then s.cost::bigint end,
         case when p_by <> 'vas_kind' then s.refunds::bigint end, case when p_by <> 'vas_kind' then s.back::bigint end,
         case when v_is_goods then s.back_tax::bigint end, case when v_is_goods then s.back_cost::bigint end,
         h.sales, h.amount, h.fee, h.commission, h.pending, h.pending_amount
    from sums s
    left join lateral (select s.sales::bigint as sales, s.amount::bigint as amount, s.fee::bigint as fee,
                              s.commission::bigint as commission, s.pending::bigint as pending,
                              s.pending_amount::bigint as pending_amount
                        where v_is_moment or not v_is_goods) h on true;
end $$;

-- The key of something that happened at a moment, at a place, by somebody; null for the keys of single lines. Not
-- pinned to a search path, so that it is taken into the query that asks.
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
  'refundTaxCentavos', p_figure.refund_tax_centavos, 'refundCostCentavos', p_figure.refund_cost_centavos,
  'vasCount', p_figure.vas_count, 'vasAmountCentavos', p_figure.vas_amount_centavos,
  'vasFeeCentavos', p_figure.vas_fee_centavos, 'vasCommissionCentavos', p_figure.vas_commission_centavos,
  'vasPendingCount', p_figure.vas_pending_count, 'vasPendingCentavos', p_figure.vas_pending_centavos);

-- Figures under equal keys become one; a sum without a key of its own gets the one given.
create or replace function reporting.add_figures(p_figures reporting.sales_figure[], p_key text default null)
  returns setof reporting.sales_figure
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(p_key, f.key), max(f.label), sum(f.order_count)::bigint, sum(f.item_quantity), sum(f.gross_centavos)::bigint,
         sum(f.discount_centavos)::bigint, sum(f.total_centavos)::bigint, sum(f.tax_centavos)::bigint,
         sum(f.rounding_centavos)::bigint, sum(f.cost_centavos)::bigint, sum(f.refund_count)::bigint,
         sum(f.refund_centavos)::bigint, sum(f.refund_tax_centavos)::bigint, sum(f.refund_cost_centavos)::bigint,
         sum(f.vas_count)::bigint, sum(f.vas_amount_centavos)::bigint, sum(f.vas_fee_centavos)::bigint,
         sum(f.vas_commission_centavos)::bigint, sum(f.vas_pending_count)::bigint, sum(f.vas_pending_centavos)::bigint
    from unnest(p_figures) f group by 1
$$;

-- Writes down what a day came to. Nothing is written while it comes to what the last version says.
create or replace function reporting.write_rollup(p_merchant uuid, p_store uuid, p_on date)
  returns setof reporting.daily_sales_rollups
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_last reporting.daily_sales_rollups;
  v_new reporting.daily_sales_rollups;
  v_day reporting.sales_figure;
  v_today date;
begin
  select (now() at time zone s.time_zone)::date into v_today from shop.stores s
   where s.merchant_id = p_merchant and s.id = p_store for no key update;
  select r.* into v_last from reporting.daily_sales_rollups r
   where r.merchant_id = p_merchant and r.store_id = p_store and r.business_on = p_on order by r.version desc limit 1;
  select f.* into v_day from reporting.sales_figures(p_merchant, p_store, p_on, p_on, null, 'day') f;
  v_new := jsonb_populate_record(null::reporting.daily_sales_rollups, jsonb_build_object(
    'merchant_id', p_merchant, 'id', app.uuid_v7(), 'store_id', p_store,
    'permission_set', authz.set_of(p_merchant, p_store, 'reporting'), 'business_on', p_on,
    'version', coalesce(v_last.version, 0) + 1, 'is_final', p_on < v_today, 'created_at', clock_timestamp(),
    'breakdowns', (
      select jsonb_object_agg(b.by, (select coalesce(jsonb_agg(reporting.figure_json(f) order by f.key), '[]')
                                       from reporting.sales_figures(p_merchant, p_store, p_on, p_on, null, b.by) f))
        from unnest(array['day', 'store', 'hour', 'method', 'cashier', 'tax_rate', 'vas_kind']) b (by)))
    || (select jsonb_object_agg(e.key, case when e.value = 'null' then '0' else e.value end)
          from jsonb_each(to_jsonb(v_day) - 'key' - 'label') e));
  if v_last.is_final = v_new.is_final and v_last.breakdowns = v_new.breakdowns then
    return next v_last;
    return;
  end if;
  return query
  insert into reporting.daily_sales_rollups as r (
    merchant_id, id, store_id, permission_set, business_on, version, is_final, order_count, item_quantity, gross_centavos,
    discount_centavos, total_centavos, tax_centavos, rounding_centavos, cost_centavos, refund_count, refund_centavos,
    refund_tax_centavos, refund_cost_centavos, vas_count, vas_amount_centavos, vas_fee_centavos,
    vas_commission_centavos, vas_pending_count, vas_pending_centavos, breakdowns)
  values (
    v_new.merchant_id, v_new.id, v_new.store_id, v_new.permission_set, v_new.business_on, v_new.version, v_new.is_final,
    v_new.order_count, v_new.item_quantity, v_new.gross_centavos, v_new.discount_centavos, v_new.total_centavos,
    v_new.tax_centavos, v_new.rounding_centavos, v_new.cost_centavos, v_new.refund_count, v_new.refund_centavos,
    v_new.refund_tax_centavos, v_new.refund_cost_centavos, v_new.vas_count, v_new.vas_amount_centavos,
    v_new.vas_fee_centavos, v_new.vas_commission_centavos, v_new.vas_pending_count, v_new.vas_pending_centavos,
    v_new.breakdowns)
  returning r.*;
end $$;

-- Days of a store that are over and may have to be written down: those that were not, the last three, and of the last
-- two months those with a service whose outcome, or a sale without a network that came later than the rollup.
create or replace function reporting.days_to_roll_up(p_merchant uuid, p_store uuid) returns setof date
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with place as (
    select s.time_zone, (now() at time zone s.time_zone)::date as today, (s.created_at at time zone s.time_zone)::date as opened_on
      from shop.stores s where s.merchant_id = p_merchant and s.id = p_store
  ), written as (
    select r.business_on, max(r.created_at) as written_at from reporting.daily_sales_rollups r
     where r.merchant_id = p_merchant and r.store_id = p_store and r.is_final group by r.business_on
  ), candidates as (
    select d::date as day from place p, generate_series(greatest(p.opened_on, p.today - 60), p.today - 1, interval '1 day') d
    union select o.sold_on from selling.sales_orders o where o.merchant_id = p_merchant and o.store_id = p_store
    union select r.refunded_on from selling.refunds r where r.merchant_id = p_merchant and r.store_id = p_store
  ), late as (
    select (s.created_at at time zone p.time_zone)::date as day, max(s.updated_at) as changed_at
      from place p, vas.sales s
     where s.merchant_id = p_merchant and s.store_id = p_store
       and s.permission_set = authz.set_of(p_merchant, p_store, 'sales') and s.created_at > now() - interval '60 days'
     group by 1
    union all
    select o.sold_on, max(o.created_at) from place p, selling.sales_orders o
     where o.merchant_id = p_merchant and o.store_id = p_store and o.created_at > now() - interval '60 days'
       and o.sold_on < (o.created_at at time zone p.time_zone)::date
     group by 1
  )
  select distinct c.day from place p, candidates c
    left join written w on w.business_on = c.day
    left join late l on l.day = c.day
   where c.day < p.today and (w.business_on is null or c.day >= p.today - 3 or l.changed_at > w.written_at)
   order by c.day
$$;

-- Writes down the days of a store that are over: nobody's act, so nobody's name stands for it.
create or replace function reporting.roll_up_store(p_merchant uuid, p_store uuid) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_day date;
  v_written int := 0;
begin
  for v_day in select d from reporting.days_to_roll_up(p_merchant, p_store) d loop
    perform from reporting.write_rollup(p_merchant, p_store, v_day) w where w.created_at >= v_started;
    if found then
      v_written := v_written + 1;
    end if;
  end loop;
  return v_written;
end $$;

-- Every store there is, for the work of the night; a page at a time.
create or replace function reporting.stores_after(p_store uuid, p_limit int) returns table (merchant_id uuid, store_id uuid)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select s.merchant_id, s.id from shop.stores s where p_store is null or s.id > p_store order by s.id limit p_limit
$$;

-- A supervisor or manager has a day computed anew.
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
    perform app.refuse_field('invalid_request', '/businessOn', 'has not come yet where the store is');
  end if;
  select w.* into v_rollup from reporting.write_rollup(p_merchant, p_store, p_on) w;
  if v_rollup.created_at >= v_started then
    perform audit.record('day.rolled_up', 'daily_sales_rollup', v_rollup.id::text, null, jsonb_build_object(
      'businessOn', p_on, 'version', v_rollup.version), p_merchant, p_store);
  end if;
  return next v_rollup;
end $$;

-- A store's figures: of days that are over and were written down from there, of all others from history. Products
-- and categories are not written down, and a shift's figures are its own.
create or replace function reporting.store_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text)
  returns setof reporting.sales_figure
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_zone text;
  v_today date;
  v_first date;
begin
  select s.time_zone, (now() at time zone s.time_zone)::date into v_zone, v_today
    from shop.stores s where s.merchant_id = p_merchant and s.id = p_store;
  p_from := coalesce(p_from, v_today);
  p_to := least(coalesce(p_to, v_today), v_today);
  if p_shift is not null or p_by in ('product', 'category') then
    return query select * from reporting.sales_figures(p_merchant, p_store, p_from, p_to, p_shift, p_by);
    return;
  end if;
  select least((select o.sold_on from selling.sales_orders o where o.merchant_id = p_merchant and o.store_id = p_store
                 order by o.sold_on limit 1),
               (select (s.created_at at time zone v_zone)::date from vas.sales s
                 where s.merchant_id = p_merchant and s.store_id = p_store
                   and s.permission_set = authz.set_of(p_merchant, p_store, 'sales') order by s.created_at limit 1))
    into v_first;
  return query
  with written as (
    select distinct on (r.business_on) r.business_on, r.breakdowns from reporting.daily_sales_rollups r
     where r.merchant_id = p_merchant and r.store_id = p_store
       and r.permission_set = authz.set_of(p_merchant, p_store, 'reporting')
       and r.business_on between p_from and p_to and r.is_final
     order by r.business_on, r.version desc
  ), parts as (
    select f.key, f.label, f."orderCount", f."itemQuantity", f."grossCentavos", f."discountCentavos", f."totalCentavos",
           f."taxCentavos", f."roundingCentavos", f."costCentavos", f."refundCount", f."refundCentavos",
           f."refundTaxCentavos", f."refundCostCentavos", f."vasCount", f."vasAmountCentavos", f."vasFeeCentavos",
           f."vasCommissionCentavos", f."vasPendingCount", f."vasPendingCentavos"
      from written w cross join lateral jsonb_to_recordset(w.breakdowns -> p_by) f (
             key text, label text, "orderCount" bigint, "itemQuantity" numeric, "grossCentavos" bigint,
             "discountCentavos" bigint, "totalCentavos" bigint, "taxCentavos" bigint, "roundingCentavos" bigint,
             "costCentavos" bigint, "refundCount" bigint, "refundCentavos" bigint, "refundTaxCentavos" bigint,
             "refundCostCentavos" bigint, "vasCount" bigint, "vasAmountCentavos" bigint, "vasFeeCentavos" bigint,
             "vasCommissionCentavos" bigint, "vasPendingCount" bigint, "vasPendingCentavos" bigint)
    union all
    select f.*
      from generate_series(greatest(p_from, v_first), p_to, interval '1 day') d
     cross join lateral reporting.sales_figures(p_merchant, p_store, d::date, d::date, null, p_by) f
     where not exists (select from written w where w.business_on = d::date)
  )
  select a.* from reporting.add_figures((select array_agg(p::reporting.sales_figure) from parts p)) a;
end $$;

-- A report over several stores at one moment: its lines, best first, and what they come to. Days and hours stand in
-- their order.
create or replace function reporting.sales_report(p_merchants uuid[], p_stores uuid[], p_from date, p_to date, p_shift uuid,
    p_by text, p_limit int)
  returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with places as (
    select * from unnest(p_merchants, p_stores) p (merchant_id, store_id)
  ), lines as (
    select a.* from reporting.add_figures((
      select array_agg(f) from places p
       cross join lateral reporting.store_figures(p.merchant_id, p.store_id, p_from, p_to, p_shift, p_by) f)) a
  ), total as (
    select a.* from reporting.add_figures((
      select array_agg(f) from places p
       cross join lateral reporting.store_figures(p.merchant_id, p.store_id, p_from, p_to, p_shift, 'store') f), '') a
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
    'totals', coalesce((select reporting.figure_json(t) - 'key' - 'label' from total t),
                       (select jsonb_object_agg(e.key, 0) from jsonb_each(reporting.figure_json(null)) e
                         where e.key not in ('key', 'label'))))
$$;

-- One figure of two days side by side, key by key.
create or replace function reporting.beside_last_week(p_today reporting.sales_figure[], p_last_week reporting.sales_figure[])
  returns table (key text, line jsonb)
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(t.key, w.key), jsonb_build_object(
           'orderCount', coalesce(t.order_count, 0), 'lastWeekOrderCount', coalesce(w.order_count, 0),
           'totalCentavos', coalesce(t.total_centavos, 0), 'lastWeekTotalCentavos', coalesce(w.total_centavos, 0),
           'vasAmountCentavos', coalesce(t.vas_amount_centavos, 0),
           'lastWeekVasAmountCentavos', coalesce(w.vas_amount_centavos, 0))
    from reporting.add_figures(p_today) t full join reporting.add_figures(p_last_week) w on w.key = t.key
$$;

-- How things stand in several stores at one moment: today, by each store's clock, beside the same day of last week,
-- and what waits for somebody.
create or replace function reporting.dashboard(p_merchants uuid[], p_stores uuid[], p_limit int) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  with places as (
    select p.*, s.name, s.time_zone, (now() at time zone s.time_zone)::date as today
      from unnest(p_merchants, p_stores) p (merchant_id, store_id)
      join shop.stores s on s.merchant_id = p.merchant_id and s.id = p.store_id
  ), figures as (
    select d.is_today, b.by, f as figure
      from places p
     cross join (values (true, 0), (false, 7)) d (is_today, days_ago)
     cross join (values ('hour'), ('store')) b (by)
     cross join lateral reporting.store_figures(p.merchant_id, p.store_id, p.today - d.days_ago, p.today - d.days_ago, null, b.by) f
  ), grouped as (
    select f.by, array_agg(f.figure) filter (where f.is_today) as today,
           array_agg(f.figure) filter (where not f.is_today) as last_week from figures f group by f.by
  ), nothing as (
    select jsonb_object_agg(e.key, 0) as figures from jsonb_each(reporting.figure_json(null)) e where e.key not in ('key', 'label')
  ), unsold as (
    select jsonb_object_agg(e.key, 0) as line
      from unnest(array['orderCount', 'lastWeekOrderCount', 'totalCentavos', 'lastWeekTotalCentavos', 'vasAmountCentavos',
                        'lastWeekVasAmountCentavos']) e (key)
  ), goods as (
    select a.* from reporting.add_figures((
      select array_agg(f) from places p
       cross join lateral reporting.sales_figures(p.merchant_id, p.store_id, p.today, p.today, null, 'product') f)) a
     order by a.total_centavos desc, a.key limit p_limit
  ), open_shifts as (
    select p.name as store, s.* from places p
      join shop.shifts s on s.merchant_id = p.merchant_id and s.store_id = p.store_id and s.status = 'OPEN'
  ), low as (
    select p.name as store, l.* from places p
      join stock.stock_levels l on l.merchant_id = p.merchant_id and l.store_id = p.store_id and l.is_low
  ), asked as (
    select p.name as store, a.* from places p
      join selling.approvals a on a.merchant_id = p.merchant_id and a.store_id = p.store_id
       and a.status = 'PENDING' and a.expires_at > now()
  ), unsettled as (
    -- What is older lies with an operator, and is out of a store's hands.
    select p.name as store, s.* from places p
      join vas.sales s on s.merchant_id = p.merchant_id and s.store_id = p.store_id
       and s.permission_set = authz.set_of(p.merchant_id, p.store_id, 'sales')
       and s.created_at > now() - interval '7 days' and s.status = 'PENDING'
  ), differing as (
    select p.name as store, s.cashier_name, r.* from places p
      join shop.shift_reports r on r.merchant_id = p.merchant_id and r.store_id = p.store_id
       and r.created_at > now() - interval '7 days' and r.difference_centavos <> 0
      join shop.shifts s on s.merchant_id = r.merchant_id and s.id = r.shift_id
  ), goods_by_now as (
    select count(*) as orders, coalesce(sum(o.total_centavos), 0) as total from places p
      join selling.sales_orders o on o.merchant_id = p.merchant_id and o.store_id = p.store_id
       and o.sold_on = p.today - 7 and o.created_at <= now() - interval '7 days'
  ), services_by_now as (
    select count(*) as sales, coalesce(sum(s.amount_centavos), 0) as amount from places p
      join vas.sales s on s.merchant_id = p.merchant_id and s.store_id = p.store_id
       and s.permission_set = authz.set_of(p.merchant_id, p.store_id, 'sales')
       and s.created_at >= (p.today - 7)::timestamp at time zone p.time_zone
       and s.created_at <= now() - interval '7 days' and s.status = 'COMPLETED'
  )
  select jsonb_build_object(
    'storeCount', (select count(*) from places),
    'lastWeekByNow', (select jsonb_build_object('orderCount', g.orders, 'totalCentavos', g.total,
                               'vasCount', v.sales, 'vasAmountCentavos', v.amount)
                        from goods_by_now g cross join services_by_now v),
    'today', coalesce((select reporting.figure_json(t) - 'key' - 'label' from grouped g cross join lateral reporting.add_figures(g.today, '') t
                        where g.by = 'store'), n.figures),
    'lastWeek', coalesce((select reporting.figure_json(t) - 'key' - 'label' from grouped g cross join lateral reporting.add_figures(g.last_week, '') t
                           where g.by = 'store'), n.figures),
    'byHour', coalesce((select jsonb_agg(jsonb_build_object('hour', b.key) || b.line order by b.key)
                          from grouped g cross join lateral reporting.beside_last_week(g.today, g.last_week) b where g.by = 'hour'), '[]'),
    'byStore', (select coalesce(jsonb_agg(jsonb_build_object('storeId', r.store_id, 'name', r.name) || r.line order by r.name, r.store_id), '[]')
                  from (select p.store_id, p.name, coalesce(b.line, u.line) as line
                          from places p
                         cross join unsold u
                          left join (grouped g cross join lateral reporting.beside_last_week(g.today, g.last_week) b)
                            on g.by = 'store' and b.key = p.store_id::text
                         order by (b.line ->> 'totalCentavos')::bigint desc nulls last, p.store_id limit p_limit) r),
    'topProducts', (select coalesce(jsonb_agg(jsonb_build_object('productId', f.key, 'name', f.label, 'itemQuantity', f.item_quantity,
                      'totalCentavos', f.total_centavos) order by f.total_centavos desc, f.key), '[]') from goods f),
    'openShifts', jsonb_build_object('count', (select count(*) from open_shifts), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'storeId', s.store_id, 'storeName', s.store,
               'cashierName', s.cashier_name, 'openedAt', app.instant(s.opened_at)) order by s.opened_at, s.id), '[]')
        from (select * from open_shifts o order by o.opened_at, o.id limit p_limit) s)),
    'lowStock', jsonb_build_object('count', (select count(*) from low), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('variantId', l.id, 'storeId', l.store_id, 'storeName', l.store,
               'productName', d.name, 'variantName', v.name, 'onHand', l.on_hand, 'reorderPoint', l.reorder_point)
               order by l.on_hand - l.reorder_point, l.id), '[]')
        from (select * from low o order by o.on_hand - o.reorder_point, o.id limit p_limit) l
        join catalog.variants v on v.merchant_id = l.merchant_id and v.id = l.id
        join catalog.products d on d.merchant_id = v.merchant_id and d.id = v.product_id)),
    'pendingApprovals', jsonb_build_object('count', (select count(*) from asked), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'storeId', a.store_id, 'storeName', a.store, 'type', a.type,
               'requesterName', a.requester_name, 'reason', a.reason, 'amountCentavos', a.amount_centavos,
               'percentageBps', a.percentage_bps, 'expiresAt', app.instant(a.expires_at)) order by a.created_at, a.id), '[]')
        from (select * from asked o order by o.created_at, o.id limit p_limit) a)),
    'pendingSales', jsonb_build_object('count', (select count(*) from unsettled), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'storeId', s.store_id, 'storeName', s.store,
               'folio', s.folio, 'kind', s.kind, 'productName', s.product_name, 'amountCentavos', s.amount_centavos,
               'createdAt', app.instant(s.created_at)) order by s.created_at, s.id), '[]')
        from (select * from unsettled o order by o.created_at, o.id limit p_limit) s)),
    'shiftDifferences', jsonb_build_object('count', (select count(*) from differing), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'storeId', r.store_id, 'storeName', r.store,
               'shiftId', r.shift_id, 'folio', r.folio, 'cashierName', r.cashier_name,
               'differenceCentavos', r.difference_centavos, 'differenceReason', r.difference_reason,
               'createdAt', app.instant(r.created_at)) order by r.created_at desc, r.id), '[]')
        from (select * from differing o order by o.created_at desc, o.id limit p_limit) r)))
    from nothing n
$$;

grant execute on function reporting.roll_up_store(uuid, uuid), reporting.stores_after(uuid, int) to mostrador_worker;
grant execute on function
  reporting.sales_figures(uuid, uuid, date, date, uuid, text), reporting.report_key(text, date, timestamp, uuid, uuid),
  reporting.figure_json(reporting.sales_figure),
  reporting.add_figures(reporting.sales_figure[], text), reporting.roll_up_day(uuid, uuid, date),
  reporting.store_figures(uuid, uuid, date, date, uuid, text),
  reporting.sales_report(uuid[], uuid[], date, date, uuid, text, int), reporting.dashboard(uuid[], uuid[], int),
  reporting.beside_last_week(reporting.sales_figure[], reporting.sales_figure[]) to mostrador_api;
