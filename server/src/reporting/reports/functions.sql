-- Sales, refunds and services of a store between two business days, by `p_by`, computed from history. With a
-- shift, only its own. It runs under the caller's row permissions.
create or replace function reporting.sales_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text)
  returns setof reporting.sales_figure
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_zone text;
  -- The figures that a key applies to.
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
    -- Line by line of the orders found above: fresh tables have no statistics yet, and a plan that starts
    -- with all lines of the merchant does not finish.
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
    -- Cash rounding that was refunded with the last line belongs to the refund, and to none of its lines.
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
  'refundTaxCentavos', p_figure.refund_tax_centavos, 'refundCostCentavos', p_figure.refund_cost_centavos,
  'vasCount', p_figure.vas_count, 'vasAmountCentavos', p_figure.vas_amount_centavos,
  'vasFeeCentavos', p_figure.vas_fee_centavos, 'vasCommissionCentavos', p_figure.vas_commission_centavos,
  'vasPendingCount', p_figure.vas_pending_count, 'vasPendingCentavos', p_figure.vas_pending_centavos);

-- Adds up figures with equal keys; sums without a key get the given one.
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

-- A report over several stores at one moment: its lines, largest first, and their totals. Days and hours are
-- in chronological order.
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

grant execute on function
  reporting.sales_figures(uuid, uuid, date, date, uuid, text), reporting.report_key(text, date, timestamp, uuid, uuid),
  reporting.figure_json(reporting.sales_figure),
  reporting.add_figures(reporting.sales_figure[], text), reporting.roll_up_day(uuid, uuid, date),
  reporting.store_figures(uuid, uuid, date, date, uuid, text),
  reporting.sales_report(uuid[], uuid[], date, date, uuid, text, int), reporting.dashboard(uuid[], uuid[], int),
  reporting.places(uuid[], uuid[]), reporting.last_week_by_now(uuid[], uuid[]), reporting.open_shifts(uuid[], uuid[], int),
  reporting.low_stock(uuid[], uuid[], int), reporting.pending_approvals(uuid[], uuid[], int),
  reporting.pending_sales(uuid[], uuid[], int), reporting.shift_differences(uuid[], uuid[], int),
  reporting.beside_last_week(reporting.sales_figure[], reporting.sales_figure[]) to mostrador_api;
