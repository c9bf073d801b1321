-- The first page of the back office.

-- A figure of two days side by side, by key.
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

-- What the same weekday of last week had come to by this time. Each store has its business day today, and the set of its sales.
create or replace function reporting.last_week_by_now(p_merchants uuid[], p_stores uuid[], p_zones text[], p_days date[], p_sets int[])
  returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with goods as (
    select count(*) as orders, coalesce(sum(o.total_centavos), 0) as total
      from unnest(p_merchants, p_stores, p_days) p (merchant_id, store_id, today)
      join selling.sales_orders o on o.merchant_id = p.merchant_id and o.store_id = p.store_id
       and o.sold_on = p.today - 7 and o.sold_at <= now() - interval '7 days'
  ), services as (
    select count(*) as sales, coalesce(sum(s.amount_centavos), 0) as amount
      from unnest(p_merchants, p_stores, p_zones, p_days, p_sets) p (merchant_id, store_id, time_zone, today, sales_set)
      join vas.sales s on s.merchant_id = p.merchant_id and s.store_id = p.store_id and s.permission_set = p.sales_set
       and s.created_at >= (p.today - 7)::timestamp at time zone p.time_zone
       and s.created_at <= now() - interval '7 days' and s.status = 'COMPLETED'
  )
  select jsonb_build_object('orderCount', g.orders, 'totalCentavos', g.total, 'vasCount', v.sales, 'vasAmountCentavos', v.amount)
    from goods g cross join services v);
end $$;

-- Open shifts, the oldest first.
create or replace function reporting.open_shifts(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit int) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with found as (
    select p.name as store, s.* from unnest(p_merchants, p_stores, p_names) p (merchant_id, store_id, name)
      join shop.shifts s on s.merchant_id = p.merchant_id and s.store_id = p.store_id and s.status = 'OPEN'
  )
  select jsonb_build_object('count', (select count(*) from found), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'storeId', s.store_id, 'storeName', s.store,
               'cashierName', s.cashier_name, 'openedAt', app.instant(s.opened_at)) order by s.opened_at, s.id), '[]')
        from (select * from found o order by o.opened_at, o.id limit p_limit) s)));
end $$;

-- Goods at or below their reorder point, the lowest first.
create or replace function reporting.low_stock(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit int) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with found as (
    select p.name as store, l.* from unnest(p_merchants, p_stores, p_names) p (merchant_id, store_id, name)
      join stock.stock_levels l on l.merchant_id = p.merchant_id and l.store_id = p.store_id and l.is_low
  )
  select jsonb_build_object('count', (select count(*) from found), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('variantId', l.id, 'storeId', l.store_id, 'storeName', l.store,
               'productName', d.name, 'variantName', v.name, 'onHand', l.on_hand, 'reorderPoint', l.reorder_point)
               order by l.on_hand - l.reorder_point, l.id), '[]')
        from (select * from found o order by o.on_hand - o.reorder_point, o.id limit p_limit) l
        join catalog.variants v on v.merchant_id = l.merchant_id and v.id = l.id
        join catalog.products d on d.merchant_id = v.merchant_id and d.id = v.product_id)));
end $$;

-- Approvals that wait for a decision, the oldest first.
create or replace function reporting.pending_approvals(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit int) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with found as (
    select p.name as store, a.* from unnest(p_merchants, p_stores, p_names) p (merchant_id, store_id, name)
      join selling.approvals a on a.merchant_id = p.merchant_id and a.store_id = p.store_id
       and a.status = 'PENDING' and a.expires_at > now()
  )
  select jsonb_build_object('count', (select count(*) from found), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'storeId', a.store_id, 'storeName', a.store, 'type', a.type,
               'requesterName', a.requester_name, 'reason', a.reason, 'amountCentavos', a.amount_centavos,
               'percentageBps', a.percentage_bps, 'expiresAt', app.instant(a.expires_at)) order by a.created_at, a.id), '[]')
        from (select * from found o order by o.created_at, o.id limit p_limit) a)));
end $$;

-- Services whose outcome is not known yet, the oldest first.
create or replace function reporting.pending_sales(
  p_merchants uuid[], p_stores uuid[], p_names text[], p_sets int[], p_limit int) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with found as (
    -- Older ones are with an operator, and no longer need the store.
    select p.name as store, s.* from unnest(p_merchants, p_stores, p_names, p_sets) p (merchant_id, store_id, name, sales_set)
      join vas.sales s on s.merchant_id = p.merchant_id and s.store_id = p.store_id and s.permission_set = p.sales_set
       and s.created_at > now() - interval '7 days' and s.status = 'PENDING'
  )
  select jsonb_build_object('count', (select count(*) from found), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'storeId', s.store_id, 'storeName', s.store,
               'folio', s.folio, 'kind', s.kind, 'productName', s.product_name, 'amountCentavos', s.amount_centavos,
               'createdAt', app.instant(s.created_at)) order by s.created_at, s.id), '[]')
        from (select * from found o order by o.created_at, o.id limit p_limit) s)));
end $$;

-- Shifts of the last seven days whose count differed, the newest first.
create or replace function reporting.shift_differences(p_merchants uuid[], p_stores uuid[], p_names text[], p_limit int) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (with found as (
    select p.name as store, s.cashier_name, r.* from unnest(p_merchants, p_stores, p_names) p (merchant_id, store_id, name)
      join shop.shift_reports r on r.merchant_id = p.merchant_id and r.store_id = p.store_id
       and r.created_at > now() - interval '7 days' and r.difference_centavos <> 0
      join shop.shifts s on s.merchant_id = r.merchant_id and s.id = r.shift_id
  )
  select jsonb_build_object('count', (select count(*) from found), 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'storeId', r.store_id, 'storeName', r.store,
               'shiftId', r.shift_id, 'folio', r.folio, 'cashierName', r.cashier_name,
               'differenceCentavos', r.difference_centavos, 'differenceReason', r.difference_reason,
               'createdAt', app.instant(r.created_at)) order by r.created_at desc, r.id), '[]')
        from (select * from found o order by o.created_at desc, o.id limit p_limit) r)));
end $$;

-- The state of several stores at one moment: today, in each store's time zone, compared with the same day of
-- last week, and what needs attention.
create or replace function reporting.dashboard(p_merchants uuid[], p_stores uuid[], p_limit int) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchants uuid[];
  v_stores uuid[];
  v_names text[];
  v_zones text[];
  v_days date[];
  v_sets int[];
begin
  -- What the stores' rows are asked for comes first: a node that has the rows cannot look it up.
  select array_agg(s.merchant_id order by s.id), array_agg(s.id order by s.id), array_agg(s.name order by s.id),
         array_agg(s.time_zone order by s.id), array_agg((now() at time zone s.time_zone)::date order by s.id)
    into v_merchants, v_stores, v_names, v_zones, v_days
    from unnest(p_merchants, p_stores) p (merchant_id, store_id)
    join shop.stores s on s.merchant_id = p.merchant_id and s.id = p.store_id;
  v_sets := array(select authz.set_of(p.merchant_id, p.store_id, 'sales')
                    from unnest(v_merchants, v_stores) with ordinality p (merchant_id, store_id, no) order by p.no);
  return (with places as (
    select * from unnest(v_merchants, v_stores, v_names, v_days) p (merchant_id, store_id, name, today)
  ), hours as (
    select p.store_id, d.is_today, array_agg(f) as figures
      from places p
     cross join (values (true, 0), (false, 7)) d (is_today, days_ago)
     cross join lateral reporting.store_figures(p.merchant_id, p.store_id, p.today - d.days_ago, p.today - d.days_ago, null, 'hour') f
     group by p.store_id, d.is_today
  ), figures as (
    select 'hour' as by, h.is_today, f::reporting.sales_figure as figure from hours h cross join lateral unnest(h.figures) f
    union all
    select 'store', h.is_today, f from hours h cross join lateral reporting.add_figures(h.figures, h.store_id::text) f
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
  )
  select jsonb_build_object(
    'storeCount', (select count(*) from places),
    'lastWeekByNow', reporting.last_week_by_now(v_merchants, v_stores, v_zones, v_days, v_sets),
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
                         order by (b.line ->> 'totalCentavos')::bigint + (b.line ->> 'vasAmountCentavos')::bigint desc nulls last,
                                  p.store_id limit p_limit) r),
    'topProducts', (select coalesce(jsonb_agg(jsonb_build_object('productId', f.key, 'name', f.label, 'itemQuantity', f.item_quantity,
                      'totalCentavos', f.total_centavos) order by f.total_centavos desc, f.key), '[]') from goods f),
    'openShifts', reporting.open_shifts(v_merchants, v_stores, v_names, p_limit),
    'lowStock', reporting.low_stock(v_merchants, v_stores, v_names, p_limit),
    'pendingApprovals', reporting.pending_approvals(v_merchants, v_stores, v_names, p_limit),
    'pendingSales', reporting.pending_sales(v_merchants, v_stores, v_names, v_sets, p_limit),
    'shiftDifferences', reporting.shift_differences(v_merchants, v_stores, v_names, p_limit))
    from nothing n);
end $$;
