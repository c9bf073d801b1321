-- Figures computed from history: one function for each source, and a view of the lines sold and refunded. Each answers at once
-- when the grouping does not need its source. A shift's figures have every sale that was booked into it, also one of an earlier
-- day: Monday's sale without a network may be accepted into Tuesday's shift. Days and shifts have an index each, and one plan for
-- both would use neither. So each source has two branches, of which one is empty.

-- Every line of an order or a refund, on the business day and in the shift of its document. Lines are found by document
-- (offset 0): fresh tables have no statistics yet, and a plan that starts with all lines of the merchant does not
-- finish.
drop view if exists reporting.goods_lines;
create view reporting.goods_lines with (security_invoker = true) as
select o.merchant_id, o.store_id, o.shift_id, o.sold_on as business_on, o.id as order_id, null::uuid as refund_id,
       l.product_id, l.product_name, l.tax_rate_bps, l.is_tax_exempt, l.quantity, l.gross_centavos, l.discount_centavos,
       l.total_centavos, l.tax_centavos, round(l.quantity * coalesce(l.unit_cost_centavos, 0)) as cost_centavos,
       null::app.centavos as refund_centavos, null::app.centavos as refund_tax_centavos,
       null::numeric as refund_cost_centavos
  from selling.sales_orders o
 cross join lateral (
   select i.product_id, i.product_name, i.tax_rate_bps, i.is_tax_exempt, i.quantity, i.gross_centavos, i.discount_centavos,
          i.total_centavos, i.tax_centavos, i.unit_cost_centavos
     from selling.line_items i where i.merchant_id = o.merchant_id and i.cart_id = o.cart_id offset 0) l
union all
select r.merchant_id, r.store_id, r.shift_id, r.refunded_on, null, r.id, l.product_id, l.product_name, l.tax_rate_bps,
       l.is_tax_exempt, null, null, null, null, null, null, b.amount_centavos, b.tax_centavos,
       case when b.disposition = 'STOCK' then round(b.quantity * coalesce(l.unit_cost_centavos, 0)) else 0 end
  from selling.refunds r
 cross join lateral (
   select i.line_item_id, i.quantity, i.amount_centavos, i.tax_centavos, i.disposition
     from selling.refund_lines i where i.merchant_id = r.merchant_id and i.refund_id = r.id offset 0) b
 cross join lateral (
   select i.product_id, i.product_name, i.tax_rate_bps, i.is_tax_exempt, i.unit_cost_centavos
     from selling.line_items i where i.merchant_id = r.merchant_id and i.id = b.line_item_id offset 0) l;
grant select on reporting.goods_lines to mostrador_api;

-- What was sold and refunded, by product, category or tax rate: line by line.
create or replace function reporting.line_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid,
    p_by text)
  returns table (key text, label text, orders bigint, quantity numeric, gross numeric, discount numeric, total numeric,
                 tax numeric, rounding numeric, cost numeric, refunds bigint, refunded numeric, refunded_tax numeric,
                 refunded_rounding numeric, refunded_cost numeric)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_products uuid[];
  v_categories uuid[];
  v_names text[];
begin
  if p_by not in ('product', 'category', 'tax_rate') then
    return;
  elsif p_by = 'category' then
    -- Apart: Citus 13.2.2 ends its process when it plans an outer join of the lines with a table that has policies.
    select array_agg(d.id), array_agg(d.category_id), array_agg(c.name) into v_products, v_categories, v_names
      from catalog.products d
      join catalog.categories c on c.merchant_id = d.merchant_id and c.id = d.category_id
     where d.merchant_id = p_merchant and d.store_id = p_store;
  end if;
  return query
  with lines as (
    select l.* from reporting.goods_lines l
     where p_shift is null and l.merchant_id = p_merchant and l.store_id = p_store and l.business_on between p_from and p_to
    union all
    select l.* from reporting.goods_lines l
     where l.merchant_id = p_merchant and l.store_id = p_store and l.shift_id = p_shift
  )
  select case p_by when 'product' then l.product_id::text when 'category' then coalesce(d.category_id::text, '')
                   else case when l.is_tax_exempt then 'EXEMPT' else l.tax_rate_bps::text end end,
         max(case p_by when 'product' then l.product_name else d.category_name end),
         count(distinct l.order_id), sum(l.quantity), sum(l.gross_centavos), sum(l.discount_centavos), sum(l.total_centavos),
         sum(l.tax_centavos), null::numeric, sum(l.cost_centavos), count(distinct l.refund_id), sum(l.refund_centavos),
         sum(l.refund_tax_centavos), null::numeric, sum(l.refund_cost_centavos)
    from lines l
    left join unnest(v_products, v_categories, v_names) d (id, category_id, category_name) on d.id = l.product_id
   group by 1;
end $$;

-- The same by day, hour, store or cashier: document by document. Of orders only quantity and cost are read from the lines. The
-- amount of a refund has the rounding of cash in it, so that the amounts of its goods are read from its lines.
create or replace function reporting.document_figures(p_merchant uuid, p_store uuid, p_zone text, p_from date, p_to date,
    p_shift uuid, p_by text)
  returns table (key text, label text, orders bigint, quantity numeric, gross numeric, discount numeric, total numeric,
                 tax numeric, rounding numeric, cost numeric, refunds bigint, refunded numeric, refunded_tax numeric,
                 refunded_rounding numeric, refunded_cost numeric)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if p_by <> all (reporting.partitioning_groupings()) then
    return;
  end if;
  return query
  with orders as (
    select o.* from selling.sales_orders o
     where p_shift is null and o.merchant_id = p_merchant and o.store_id = p_store and o.sold_on between p_from and p_to
    union all
    select o.* from selling.sales_orders o
     where o.merchant_id = p_merchant and o.store_id = p_store and o.shift_id = p_shift
  ), refunds as (
    select r.* from selling.refunds r
     where p_shift is null and r.merchant_id = p_merchant and r.store_id = p_store and r.refunded_on between p_from and p_to
    union all
    select r.* from selling.refunds r
     where r.merchant_id = p_merchant and r.store_id = p_store and r.shift_id = p_shift
  )
  select reporting.report_key(p_by, d.business_on, d.done_at at time zone p_zone, p_store, d.membership_id),
         max(d.cashier_name), count(d.order_id), sum(d.quantity), sum(d.gross_centavos), sum(d.discount_centavos),
         sum(d.total_centavos), sum(d.tax_centavos), sum(d.rounding_centavos), sum(d.cost_centavos), count(d.refund_id),
         sum(d.refund_centavos), sum(d.refund_tax_centavos), sum(d.refund_rounding_centavos), sum(d.refund_cost_centavos)
    from (select o.sold_on as business_on, o.sold_at as done_at, o.membership_id, o.cashier_name, o.id as order_id, l.quantity,
                 o.gross_centavos, o.discount_centavos, o.total_centavos, o.tax_centavos, o.rounding_centavos, l.cost_centavos,
                 null::uuid as refund_id, null::numeric as refund_centavos, null::app.centavos as refund_tax_centavos,
                 null::numeric as refund_rounding_centavos, null::numeric as refund_cost_centavos
            from orders o
           cross join lateral (
             select sum(i.quantity) as quantity, sum(round(i.quantity * coalesce(i.unit_cost_centavos, 0))) as cost_centavos
               from selling.line_items i where i.merchant_id = o.merchant_id and i.cart_id = o.cart_id) l
          union all
          select r.refunded_on, r.created_at, r.membership_id, r.cashier_name, null, null, null, null, null, null, null, null,
                 r.id, l.amount_centavos, r.tax_centavos, r.amount_centavos - l.amount_centavos, l.cost_centavos
            from refunds r
           cross join lateral (
             select coalesce(sum(b.amount_centavos), 0) as amount_centavos,
                    sum(round(b.quantity * coalesce(i.unit_cost_centavos, 0))) filter (where b.disposition = 'STOCK') as cost_centavos
               from selling.refund_lines b
              cross join lateral (
                select n.unit_cost_centavos from selling.line_items n
                 where n.merchant_id = r.merchant_id and n.id = b.line_item_id offset 0) i
              where b.merchant_id = r.merchant_id and b.refund_id = r.id) l) d
   group by 1;
end $$;

-- What was paid for orders and paid back for refunds, by payment method.
create or replace function reporting.payment_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid,
    p_by text)
  returns table (key text, orders bigint, total numeric, refunds bigint, refunded numeric)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if p_by <> 'method' then
    return;
  end if;
  return query
  with orders as (
    select o.* from selling.sales_orders o
     where p_shift is null and o.merchant_id = p_merchant and o.store_id = p_store and o.sold_on between p_from and p_to
    union all
    select o.* from selling.sales_orders o
     where o.merchant_id = p_merchant and o.store_id = p_store and o.shift_id = p_shift
  ), refunds as (
    select r.* from selling.refunds r
     where p_shift is null and r.merchant_id = p_merchant and r.store_id = p_store and r.refunded_on between p_from and p_to
    union all
    select r.* from selling.refunds r
     where r.merchant_id = p_merchant and r.store_id = p_store and r.shift_id = p_shift
  )
  select t.method, count(distinct t.order_id) filter (where t.refund_id is null),
         sum(t.amount_centavos) filter (where t.refund_id is null), count(distinct t.refund_id),
         -sum(t.amount_centavos) filter (where t.refund_id is not null)
    from (select i.*
            from orders o
           cross join lateral (
             select t.method, t.order_id, t.refund_id, t.amount_centavos from selling.transactions t
              where t.merchant_id = p_merchant and t.order_id = o.id and t.kind = 'PAYMENT' offset 0) i
          union all
          select i.*
            from refunds r
           cross join lateral (
             select t.method, t.order_id, t.refund_id, t.amount_centavos from selling.transactions t
              where t.merchant_id = p_merchant and t.order_id = r.order_id and t.refund_id = r.id offset 0) i) t
   group by 1;
end $$;

-- Services sold and pending, by anything but goods. They have no business day of their own: the bounds are
-- moments, which the index on the time of creation can use.
create or replace function reporting.service_figures(p_merchant uuid, p_store uuid, p_set int, p_zone text, p_from date,
    p_to date, p_shift uuid, p_by text)
  returns table (key text, label text, sales bigint, amount numeric, fee numeric, commission numeric, pending bigint,
                 pending_amount numeric)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if p_by in ('product', 'category', 'tax_rate') then
    return;
  end if;
  return query
  select case p_by when 'method' then s.payment_method when 'vas_kind' then s.kind
                   else reporting.report_key(p_by, (s.created_at at time zone p_zone)::date, s.created_at at time zone p_zone,
                                             p_store, s.membership_id) end,
         max(s.cashier_name), count(*) filter (where s.status = 'COMPLETED'),
         sum(s.amount_centavos) filter (where s.status = 'COMPLETED'),
         sum(s.fee_centavos) filter (where s.status = 'COMPLETED'),
         sum(s.commission_centavos) filter (where s.status = 'COMPLETED'),
         count(*) filter (where s.status = 'PENDING'),
         sum(s.amount_centavos + s.fee_centavos) filter (where s.status = 'PENDING')
    from vas.sales s
   where s.merchant_id = p_merchant and s.store_id = p_store and s.permission_set = p_set
     and s.created_at >= p_from::timestamp at time zone p_zone
     and s.created_at < (p_to + 1)::timestamp at time zone p_zone
     and s.status in ('COMPLETED', 'PENDING') and (p_shift is null or s.shift_id = p_shift)
   group by 1;
end $$;

-- Sales, refunds and services of a store between two business days, by `p_by`, computed from history. With a
-- shift, only its own. It runs under the caller's row permissions. Figures that do not apply to `p_by` are null.
-- Planned once per session: planning takes longer than reading a day of services.
create or replace function reporting.sales_figures(p_merchant uuid, p_store uuid, p_from date, p_to date, p_shift uuid, p_by text)
  returns setof reporting.sales_figure
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  v_zone text;
  v_sales_set int := authz.set_of(p_merchant, p_store, 'sales');
  v_has_goods boolean := p_by not in ('method', 'vas_kind');
  v_has_orders boolean := p_by <> 'vas_kind';
  v_has_services boolean := p_by not in ('product', 'category', 'tax_rate');
begin
  select s.time_zone into v_zone from shop.stores s where s.merchant_id = p_merchant and s.id = p_store;
  return query
  select key, case when p_by in ('cashier', 'product', 'category') then greatest(g.label, s.label) end,
         case when v_has_orders then coalesce(g.orders, p.orders, 0) end,
         case when v_has_goods then coalesce(g.quantity, 0) end,
         case when v_has_goods then coalesce(g.gross, 0)::bigint end,
         case when v_has_goods then coalesce(g.discount, 0)::bigint end,
         case when v_has_orders then coalesce(g.total, p.total, 0)::bigint end,
         case when v_has_goods then coalesce(g.tax, 0)::bigint end,
         case when v_has_goods and v_has_services then coalesce(g.rounding, 0)::bigint end,
         case when v_has_goods then coalesce(g.cost, 0)::bigint end,
         case when v_has_orders then coalesce(g.refunds, p.refunds, 0) end,
         case when v_has_orders then coalesce(g.refunded, p.refunded, 0)::bigint end,
         case when v_has_goods then coalesce(g.refunded_tax, 0)::bigint end,
         case when v_has_goods and v_has_services then coalesce(g.refunded_rounding, 0)::bigint end,
         case when v_has_goods then coalesce(g.refunded_cost, 0)::bigint end,
         case when v_has_services then coalesce(s.sales, 0) end,
         case when v_has_services then coalesce(s.amount, 0)::bigint end,
         case when v_has_services then coalesce(s.fee, 0)::bigint end,
         case when v_has_services then coalesce(s.commission, 0)::bigint end,
         case when v_has_services then coalesce(s.pending, 0) end,
         case when v_has_services then coalesce(s.pending_amount, 0)::bigint end
    from (select * from reporting.line_figures(p_merchant, p_store, p_from, p_to, p_shift, p_by)
          union all
          select * from reporting.document_figures(p_merchant, p_store, v_zone, p_from, p_to, p_shift, p_by)) g
    full join reporting.payment_figures(p_merchant, p_store, p_from, p_to, p_shift, p_by) p using (key)
    full join reporting.service_figures(p_merchant, p_store, v_sales_set, v_zone, p_from, p_to, p_shift, p_by) s using (key);
end $$;

grant execute on function
  reporting.line_figures(uuid, uuid, date, date, uuid, text),
  reporting.document_figures(uuid, uuid, text, date, date, uuid, text),
  reporting.payment_figures(uuid, uuid, date, date, uuid, text),
  reporting.service_figures(uuid, uuid, int, text, date, date, uuid, text),
  reporting.sales_figures(uuid, uuid, date, date, uuid, text) to mostrador_api;
