-- Opens a count sheet with the goods to count: the named ones, those of a category and the ones inside it, or everything that
-- the store tracks in stock. Refused when goods are on another open sheet.
-- place: tenant
create or replace function stock.open_count(p_merchant uuid, p_store uuid, p_id uuid, p_category uuid, p_variants uuid[],
    p_note text)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := stock.assert_stock_writer(p_merchant, p_store);
  v_variants uuid[] := p_variants;
  v_categories uuid[] := catalog.categories_within(p_merchant, p_store, p_category);
  v_line record;
begin
  if p_variants is not null then
    perform stock.assert_stock_lines(p_merchant, p_store, p_variants,
      array_fill(0::numeric, array[cardinality(p_variants)]), '/variantIds/', '');
  else
    v_variants := array(
      select v.id from catalog.variants v
        join catalog.products p on p.merchant_id = v.merchant_id and p.store_id = v.store_id and p.id = v.product_id
       where v.merchant_id = p_merchant and v.store_id = p_store and p.tracks_stock
         and (p_category is null or p.category_id = any (v_categories))
         and (v.is_active and p.is_active or exists (
               select 1 from stock.stock_levels l where l.merchant_id = p_merchant and l.id = v.id and l.on_hand > 0)));
  end if;
  if cardinality(v_variants) = 0 then
    perform app.refuse_field('invalid_request', case when p_category is null then '/storeId' else '/categoryId' end,
      'has no goods tracked in stock');
  end if;
  insert into stock.stock_counts (merchant_id, id, store_id, permission_set, category_id, note, line_count, opened_by)
  values (p_merchant, p_id, p_store, v_set, p_category, p_note, cardinality(v_variants), app.account_id());
  begin
    for v_line in
      select v.id, coalesce(l.on_hand, 0) as expected
        from unnest(v_variants) v (id)
        left join stock.stock_levels l on l.merchant_id = p_merchant and l.id = v.id
       order by v.id
    loop
      insert into stock.stock_count_lines (merchant_id, store_id, permission_set, count_id, variant_id, expected)
      values (p_merchant, p_store, v_set, p_id, v_line.id, v_line.expected);
    end loop;
  exception when unique_violation then
    perform app.refuse('count_open',
      'Close or cancel the other sheet first, or leave out these goods.',
      jsonb_build_object('countIds', (
        select jsonb_agg(distinct l.count_id) from stock.stock_count_lines l
         where l.merchant_id = p_merchant and l.store_id = p_store and l.is_open and l.variant_id = any (v_variants))));
  end;
  perform audit.record('stock.count_opened', 'stock_count', p_id::text, null, jsonb_build_object(
    'categoryId', p_category, 'lines', cardinality(v_variants)), p_merchant, p_store);
end $$;

-- Locks the sheet for changing it or for writing on it; refuses when it has ended.
create or replace function stock.hold_count(p_merchant uuid, p_id uuid, p_ends boolean) returns stock.stock_counts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count stock.stock_counts;
begin
  if p_ends then
    v_count := app.held((
      select c from stock.stock_counts c where c.merchant_id = p_merchant and c.id = p_id for no key update));
  else
    -- Several people count on one sheet at the same time.
    v_count := app.held((select c from stock.stock_counts c where c.merchant_id = p_merchant and c.id = p_id for share));
  end if;
  perform stock.assert_stock_writer(p_merchant, v_count.store_id);
  if v_count.status <> 'OPEN' then
    perform app.refuse('invalid_transition', 'This sheet is closed or cancelled; open another one.',
      jsonb_build_object('countStatus', v_count.status));
  end if;
  return v_count;
end $$;

-- Locks lines of a sheet in order of their goods. Before the levels: goods that were never moved have no level to wait for.
create or replace function stock.hold_count_lines(p_merchant uuid, p_count uuid, p_variants uuid[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from stock.stock_count_lines l
    where l.merchant_id = p_merchant and l.count_id = p_count and l.variant_id = any (p_variants)
    order by l.variant_id for no key update;
end $$;

-- Records counted quantities with the stock level at this moment; concurrent sales of these goods are waited
-- for. Null removes a count. `p_seen` are those of the goods whose count the caller has seen, with that count in
-- `p_before`: refused when somebody else has counted them since.
-- place: tenant
create or replace function stock.record_count(p_merchant uuid, p_id uuid, p_variants uuid[], p_counted numeric[],
    p_seen uuid[], p_before numeric[])
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count stock.stock_counts := stock.hold_count(p_merchant, p_id, false);
  v_errors jsonb;
  v_changed jsonb;
  v_line record;
begin
  perform stock.assert_stock_lines(p_merchant, v_count.store_id, p_variants, p_counted, p_quantity_field => '/counted');
  select jsonb_agg(jsonb_build_object('path', '/lines/' || n.no - 1 || '/variantId', 'message', 'is not on this sheet')
                   order by n.no) into v_errors
    from unnest(p_variants) with ordinality n (id, no)
   where not exists (select 1 from stock.stock_count_lines l
                      where l.merchant_id = p_merchant and l.count_id = p_id and l.variant_id = n.id);
  if v_errors is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_errors));
  end if;
  perform stock.hold_count_lines(p_merchant, p_id, p_variants);
  select jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'counted', l.counted) order by l.variant_id) into v_changed
    from unnest(p_seen, p_before) s (id, counted)
    join stock.stock_count_lines l on l.merchant_id = p_merchant and l.count_id = p_id and l.variant_id = s.id
   where l.counted is distinct from s.counted;
  if v_changed is not null then
    perform app.refuse('version_mismatch', 'Somebody else has counted these goods since. Add to what they counted.',
      jsonb_build_object('lines', v_changed));
  end if;
  perform stock.hold_levels(p_merchant, p_variants);
  for v_line in
    select n.id, n.counted, case when n.counted is not null then coalesce(l.on_hand, 0) end as on_hand,
           case when n.counted is not null then app.account_id() end as counted_by,
           case when n.counted is not null then clock_timestamp() end as counted_at
      from unnest(p_variants, p_counted) n (id, counted)
      left join stock.stock_levels l on l.merchant_id = p_merchant and l.id = n.id
  loop
    update stock.stock_count_lines c
       set counted = v_line.counted, on_hand_then = v_line.on_hand, counted_by = v_line.counted_by,
           counted_at = v_line.counted_at, updated_at = app.clock()
     where c.merchant_id = p_merchant and c.count_id = p_id and c.variant_id = v_line.id;
  end loop;
end $$;

-- What closing and cancelling have in common.
create or replace function stock.end_count(p_merchant uuid, p_count stock.stock_counts, p_status text, p_differences int) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update stock.stock_counts c
     set status = p_status, ended_by = app.account_id(), ended_at = app.clock(), updated_at = app.clock()
   where c.merchant_id = p_merchant and c.id = p_count.id;
  update stock.stock_count_lines l set is_open = false
   where l.merchant_id = p_merchant and l.count_id = p_count.id;
  perform audit.record(case p_status when 'CLOSED' then 'stock.count_closed' else 'stock.count_canceled' end,
    'stock_count', p_count.id::text, jsonb_build_object('status', 'OPEN'),
    jsonb_build_object('status', p_status, 'differences', p_differences), p_merchant, p_count.store_id);
end $$;

-- Books the differences of the counted goods; goods that were not counted do not change.
-- place: tenant
create or replace function stock.close_count(p_merchant uuid, p_id uuid, p_membership uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count stock.stock_counts := stock.hold_count(p_merchant, p_id, true);
  v_variants uuid[];
  v_differences numeric[];
begin
  select array_agg(l.variant_id order by l.variant_id), array_agg(l.difference order by l.variant_id)
    into v_variants, v_differences
    from stock.stock_count_lines l
   where l.merchant_id = p_merchant and l.count_id = p_id and l.difference <> 0;
  if v_variants is not null then
    perform stock.move_stock(p_merchant, v_count.store_id, 'COUNT', p_id, v_count.note, v_variants, v_differences, null,
                           p_membership);
  end if;
  perform stock.end_count(p_merchant, v_count, 'CLOSED', coalesce(cardinality(v_variants), 0));
end $$;

-- Cancels a sheet.
-- place: tenant
create or replace function stock.cancel_count(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count stock.stock_counts := stock.hold_count(p_merchant, p_id, true);
begin
  perform stock.end_count(p_merchant, v_count, 'CANCELED', 0);
end $$;

grant execute on function
  stock.open_count(uuid, uuid, uuid, uuid, uuid[], text),
  stock.record_count(uuid, uuid, uuid[], numeric[], uuid[], numeric[]),
  stock.close_count(uuid, uuid, uuid), stock.cancel_count(uuid, uuid) to mostrador_api;
