-- Locks stock levels in order of id, so that two carts with the same goods cannot deadlock. Goods that were
-- never moved have no level.
create or replace function stock.hold_levels(p_merchant uuid, p_variants uuid[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from stock.stock_levels l
    where l.merchant_id = p_merchant and l.id = any (p_variants) order by l.id for no key update;
end $$;

-- Moves stock in (positive) or out (negative) and records why. Called by functions that sell, receive, count
-- and return, each of which has checked its caller's permission. A variant occurs at most once. Rows are
-- locked in order of id, so that two carts with the same goods cannot deadlock; callers that hold other locks
-- take these before the folio. If any level would fall below zero, the whole movement is refused. Levels are named by an array:
-- in a join with the goods, PostgreSQL would read all levels of the store, of which it expects few.
create or replace function stock.move_stock(p_merchant uuid, p_store uuid, p_kind text, p_document uuid, p_reason text,
    p_variants uuid[], p_quantities numeric[], p_costs bigint[] default null, p_membership uuid default null)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'inventory');
  v_person text := (select a.name from identity.accounts a where a.id = app.account_id());
  v_level record;
  v_moved uuid[];
  v_on_hand numeric[];
  v_low jsonb[];
begin
  insert into stock.stock_levels (merchant_id, id, store_id, permission_set)
  select p_merchant, v.id, p_store, v_set from unnest(p_variants) v (id)
   where v.id <> all (array(
           select l.id from stock.stock_levels l where l.merchant_id = p_merchant and l.id = any (p_variants)))
   order by v.id
  on conflict do nothing;
  perform stock.hold_levels(p_merchant, p_variants);

  for v_level in
    update stock.stock_levels l set on_hand = l.on_hand + m.quantity, updated_at = app.clock()
      from unnest(p_variants, p_quantities) m (id, quantity)
     where l.merchant_id = p_merchant and l.id = any (p_variants) and l.id = m.id
       -- Not as a condition of an index: where a store seems to have few levels, all of them would be read.
       and l.store_id is not distinct from p_store and l.on_hand + m.quantity >= 0
    returning l.id, l.on_hand, l.is_low, l.reorder_point, m.quantity
  loop
    v_moved := v_moved || v_level.id;
    v_on_hand[array_position(p_variants, v_level.id)] := v_level.on_hand;
    if v_level.is_low and v_level.on_hand - v_level.quantity > v_level.reorder_point then
      v_low := v_low || jsonb_build_object('variantId', v_level.id, 'onHand', v_level.on_hand);
    end if;
  end loop;
  if coalesce(cardinality(v_moved), 0) < cardinality(p_variants) then
    perform stock.refuse_lacking(p_merchant, p_variants, p_quantities, v_moved);
  end if;
  -- Together: one by one they take PostgreSQL longer.
  insert into stock.stock_movements (merchant_id, store_id, permission_set, variant_id, kind, quantity, on_hand_after,
                                   unit_cost_centavos, reason, document_id, membership_id, account_id, person_name)
  select p_merchant, p_store, v_set, m.id, p_kind, m.quantity, m.on_hand, m.cost, p_reason, p_document, p_membership,
         app.account_id(), v_person
    from unnest(p_variants, p_quantities, v_on_hand, p_costs) m (id, quantity, on_hand, cost) order by m.id;

  -- Emitted once, when the level falls to the reorder point.
  if v_low is not null then
    perform events.emit(p_merchant, p_store, v_set, 'stock.low', l.level) from unnest(v_low) l (level);
  end if;
end $$;

-- Refuses a movement, and names what is available of each variant that it could not move.
create or replace function stock.refuse_lacking(p_merchant uuid, p_variants uuid[], p_quantities numeric[], p_moved uuid[])
  returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.refuse('insufficient_stock',
    'There is less in stock than this takes; receive, count or transfer goods first.',
    jsonb_build_object('lines', (
      select jsonb_agg(jsonb_build_object('variantId', l.id, 'available', l.on_hand, 'wanted', -m.quantity) order by l.id)
        from unnest(p_variants, p_quantities) m (id, quantity)
        join stock.stock_levels l on l.merchant_id = p_merchant and l.id = m.id
       where not l.id = any (coalesce(p_moved, '{}')))));
end $$;

-- Refuses lines with a variant that this store does not track in stock, a variant that occurs twice, or a
-- fraction of a piece. The last three parameters are the field names in the request.
create or replace function stock.assert_stock_lines(p_merchant uuid, p_store uuid, p_variants uuid[], p_quantities numeric[],
    p_list text default '/lines/', p_variant_field text default '/variantId', p_quantity_field text default '/quantity')
  returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_errors jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', p_list || l.no - 1 || f.field, 'message', f.message) order by l.no)
    into v_errors
    from unnest(p_variants, p_quantities) with ordinality l (id, quantity, no)
    left join lateral (
      select p.id, p.tracks_stock, p.unit
        from catalog.variants v
        join catalog.products p on p.merchant_id = p_merchant and p.store_id = p_store and p.id = v.product_id
       where v.merchant_id = p_merchant and v.store_id = p_store and v.id = l.id
       -- One line at a time, by its key: see selling.goods_of.
       limit 1) p on true
   cross join lateral (
     select p_variant_field, case when p.id is null then 'does not exist in this store'
                               when not p.tracks_stock then 'is not tracked in stock'
                               when array_position(p_variants, l.id) < l.no then 'occurs in an earlier line' end
     union all
     select p_quantity_field, case when p.unit = 'PIECE' and l.quantity <> trunc(l.quantity)
                              then 'must be a whole number: it is sold by the piece' end) f (field, message)
   where f.message is not null;
  if v_errors is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_errors));
  end if;
end $$;

-- Those of the products that may not get this kind or unit, and which of the two: a product is of chips as long as some are in
-- stock, and is not sold by the piece as long as a fraction of one is in stock, in transit or the difference of an open count.
-- Null leaves the value.
-- place: tenant
create or replace function stock.barred_by_stock(p_merchant uuid, p_store uuid, p_products uuid[], p_kind text, p_unit text)
  returns table (product_id uuid, field text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if not coalesce(authz.set_of(p_merchant, p_store, 'catalog') = any (app.updatable_sets()), false) then
    raise exception 'the caller may not change the catalog of this store' using errcode = '42501';
  end if;
  return query
  select p.id, 'kind' from catalog.products p
   where p.merchant_id = p_merchant and p.store_id = p_store and p.id = any (p_products)
     and p.kind = 'CHIP' and p_kind <> 'CHIP'
     and exists (select 1 from stock.chip_units u
                  where u.merchant_id = p_merchant and u.store_id = p_store and u.product_id = p.id and u.status = 'IN_STOCK')
  union all
  select p.id, 'unit' from catalog.products p
   where p.merchant_id = p_merchant and p.store_id = p_store and p.id = any (p_products)
     and p.unit <> 'PIECE' and p_unit = 'PIECE'
     and exists (
       select 1 from catalog.variants v
         join stock.stock_levels l on l.merchant_id = p_merchant and l.store_id = p_store and l.id = v.id
        where v.merchant_id = p_merchant and v.store_id = p_store and v.product_id = p.id and l.on_hand <> trunc(l.on_hand)
       union all
       select 1 from catalog.variants v
         join stock.stock_transfer_lines l on l.merchant_id = p_merchant and l.store_id = p_store and l.variant_id = v.id
         join stock.stock_transfers t on t.merchant_id = p_merchant and t.store_id = p_store and t.id = l.document_id
        where v.merchant_id = p_merchant and v.store_id = p_store and v.product_id = p.id
          and t.status = 'SENT' and l.quantity <> trunc(l.quantity)
       union all
       select 1 from catalog.variants v
         join stock.stock_count_lines l on l.merchant_id = p_merchant and l.store_id = p_store and l.variant_id = v.id
        where v.merchant_id = p_merchant and v.store_id = p_store and v.product_id = p.id
          and l.is_open and l.difference <> trunc(l.difference));
end $$;

grant execute on function stock.barred_by_stock(uuid, uuid, uuid[], text, text) to mostrador_api;

-- Receives goods from outside: levels, movements and, if the delivery gives it, the last cost.
-- place: tenant
create or replace function stock.receive_goods(p_merchant uuid, p_store uuid, p_id uuid, p_supplier text, p_note text,
    p_variants uuid[], p_quantities numeric[], p_costs bigint[], p_membership uuid)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := stock.assert_stock_writer(p_merchant, p_store);
  v_cost bigint := (select coalesce(sum(round(l.quantity * l.cost)), 0) from unnest(p_quantities, p_costs) l (quantity, cost));
begin
  perform stock.assert_stock_lines(p_merchant, p_store, p_variants, p_quantities);
  insert into stock.stock_receipts (merchant_id, id, store_id, permission_set, supplier, note, line_count, cost_centavos,
                                  membership_id, account_id)
  values (p_merchant, p_id, p_store, v_set, p_supplier, p_note, cardinality(p_variants), v_cost, p_membership,
          app.account_id());

  -- Products are locked before levels, as imports do.
  perform catalog.note_costs(p_merchant, p_variants, p_costs);

  perform stock.move_stock(p_merchant, p_store, 'RECEIPT', p_id, p_note, p_variants, p_quantities, p_costs, p_membership);
  perform audit.record('stock.received', 'stock_receipt', p_id::text, null, jsonb_build_object(
    'supplier', p_supplier, 'lines', cardinality(p_variants)), p_merchant, p_store);
end $$;

-- Corrects a level or books waste; either is recorded with its reason.
-- place: tenant
create or replace function stock.adjust_stock(p_merchant uuid, p_store uuid, p_id uuid, p_kind text, p_reason text,
    p_variants uuid[], p_quantities numeric[], p_membership uuid)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform stock.assert_stock_writer(p_merchant, p_store);
  if p_kind not in ('ADJUSTMENT', 'WASTE') then
    raise exception '% is not an adjustment', p_kind using errcode = '22023';
  end if;
  perform stock.assert_stock_lines(p_merchant, p_store, p_variants, p_quantities);
  perform stock.move_stock(p_merchant, p_store, p_kind, p_id, p_reason, p_variants, p_quantities, null, p_membership);
  perform audit.record('stock.adjusted', 'stock_adjustment', p_id::text, null, jsonb_build_object(
    'kind', p_kind, 'reason', p_reason, 'lines', cardinality(p_variants)), p_merchant, p_store);
end $$;

-- Sets the reorder point; null removes it.
-- place: tenant
create or replace function stock.set_reorder_points(p_merchant uuid, p_store uuid, p_variants uuid[], p_points numeric[])
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := stock.assert_stock_writer(p_merchant, p_store);
  v_new record;
begin
  perform stock.assert_stock_lines(p_merchant, p_store, p_variants, array_fill(0::numeric, array[cardinality(p_variants)]));
  for v_new in
    select n.* from unnest(p_variants, p_points) n (id, point) order by n.id
  loop
    insert into stock.stock_levels as l (merchant_id, id, store_id, permission_set, reorder_point, updated_at)
    values (p_merchant, v_new.id, p_store, v_set, v_new.point, app.clock())
    on conflict (merchant_id, id) do update
       set reorder_point = excluded.reorder_point, updated_at = excluded.updated_at;
  end loop;
  perform audit.record('stock.reorder_points_set', 'store', p_store::text, null, jsonb_build_object(
    'points', jsonb_object_agg(n.id, n.point)), p_merchant, p_store)
    from unnest(p_variants, p_points) n (id, point);
end $$;

-- Every level of a merchant (null: of all) that differs from the sum of its movements, and every transfer whose two documents
-- disagree; empty when stock is consistent.
create or replace function stock.stock_faults(p_merchant uuid default null)
  returns table (merchant_id uuid, id uuid, fault text, expected numeric, found numeric)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select coalesce(l.merchant_id, m.merchant_id), coalesce(l.id, m.variant_id), 'level differs from its movements',
         coalesce(m.total, 0), l.on_hand
    from (select s.merchant_id, s.id, s.on_hand from stock.stock_levels s
           where p_merchant is null or s.merchant_id = p_merchant) l
    full join (select s.merchant_id, s.variant_id, sum(s.quantity) as total
                 from stock.stock_movements s
                where p_merchant is null or s.merchant_id = p_merchant
                group by s.merchant_id, s.variant_id) m
      on m.merchant_id = l.merchant_id and m.variant_id = l.id
   where coalesce(m.total, 0) is distinct from l.on_hand
  union all
  select t.merchant_id, t.transfer_id, 'the two documents of a transfer disagree', null, null
    from stock.stock_transfers t
   where p_merchant is null or t.merchant_id = p_merchant
   group by t.merchant_id, t.transfer_id
  having count(*) <> 2 or min(t.status) <> max(t.status)
  union all
  select t.merchant_id, t.id, 'a transfer differs from its movements', coalesce(l.received_quantity, l.quantity),
         coalesce(m.quantity, 0)
    from stock.stock_transfers t
    join stock.stock_transfer_lines l on l.merchant_id = t.merchant_id and l.document_id = t.id
   cross join lateral (
     select abs(sum(s.quantity)) as quantity from stock.stock_movements s
      where s.merchant_id = t.merchant_id and s.document_id = t.id and s.variant_id = l.variant_id) m
   where (p_merchant is null or t.merchant_id = p_merchant)
     and coalesce(m.quantity, 0) <> case when t.direction = 'OUT' and t.status <> 'CANCELED' then l.quantity
                                         when t.direction = 'IN' and t.status = 'RECEIVED'
                                         then coalesce(l.received_quantity, l.quantity)
                                         else 0 end;
end $$;

grant execute on function
  stock.receive_goods(uuid, uuid, uuid, text, text, uuid[], numeric[], bigint[], uuid),
  stock.adjust_stock(uuid, uuid, uuid, text, text, uuid[], numeric[], uuid),
  stock.set_reorder_points(uuid, uuid, uuid[], numeric[]) to mostrador_api;
grant execute on function stock.stock_faults(uuid) to mostrador_worker;
