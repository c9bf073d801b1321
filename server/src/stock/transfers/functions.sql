-- Maps a variant to the same goods in another store: the named variant, the one with the same SKU, or the only one that
-- shares a barcode.
create or replace function stock.counterparts(p_merchant uuid, p_to_store uuid, p_variants uuid[], p_named uuid[])
  returns uuid[]
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_found uuid[];
  v_errors jsonb;
begin
  with lines as (
    select l.no, p.unit,
           coalesce(l.named,
             (select o.id from catalog.products o
               where o.merchant_id = p_merchant and o.store_id = p_to_store and o.sku = coalesce(v.sku, p.sku)
                 and (v.sku is not null or v.id = v.product_id)),
             (select o.id from catalog.variants o
               where o.merchant_id = p_merchant and o.store_id = p_to_store and o.sku = coalesce(v.sku, p.sku)
                 and (v.sku is not null or v.id = v.product_id)),
             (select (array_agg(b.variant_id))[1]
                from catalog.barcodes own
                join catalog.barcodes b on b.merchant_id = p_merchant and b.store_id = p_to_store and b.code = own.code
               where own.merchant_id = p_merchant and own.store_id = v.store_id and own.variant_id = v.id
              having count(distinct b.variant_id) = 1)) as there
      from unnest(p_variants, p_named) with ordinality l (id, named, no)
      join catalog.variants v on v.merchant_id = p_merchant and v.id = l.id
      join catalog.products p on p.merchant_id = p_merchant and p.id = v.product_id),
  judged as (
    select l.no, l.there,
           case when o.id is null then 'is required, unless one of the goods in the other store has the same SKU, or only one has the same barcode'
                when not op.tracks_stock then 'is not tracked in stock there'
                when op.unit <> l.unit then 'is sold in another unit there'
                when exists (select 1 from lines e where e.there = l.there and e.no < l.no) then 'occurs in an earlier line'
           end as message
      from lines l
      left join catalog.variants o on o.merchant_id = p_merchant and o.store_id = p_to_store and o.id = l.there
      left join catalog.products op on op.merchant_id = p_merchant and op.id = o.product_id)
  select array_agg(j.there order by j.no),
         jsonb_agg(jsonb_build_object('path', '/lines/' || j.no - 1 || '/toVariantId', 'message', j.message) order by j.no)
           filter (where j.message is not null)
    into v_found, v_errors
    from judged j;
  if v_errors is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_errors));
  end if;
  return v_found;
end $$;

-- Takes goods out of one store's stock and marks them as on their way to another. Returns the sender's
-- document.
-- place: tenant
create or replace function stock.send_transfer(p_merchant uuid, p_store uuid, p_to_store uuid, p_note text,
    p_variants uuid[], p_to_variants uuid[], p_quantities numeric[], p_membership uuid)
  returns uuid
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_transfer uuid := app.uuid_v7();
  v_out uuid := app.uuid_v7();
  v_in uuid := app.uuid_v7();
  v_set int := stock.assert_stock_writer(p_merchant, p_store);
  v_to_set int := authz.set_of(p_merchant, p_to_store, 'inventory');
  v_there uuid[];
  v_line record;
begin
  if p_to_store = p_store or not exists (
      select 1 from shop.stores s where s.merchant_id = p_merchant and s.id = p_to_store and s.status = 'ACTIVE') then
    perform app.refuse_field('invalid_request', '/toStoreId', 'is not another open store of the merchant');
  end if;
  perform stock.assert_stock_lines(p_merchant, p_store, p_variants, p_quantities);
  v_there := stock.counterparts(p_merchant, p_to_store, p_variants, p_to_variants);

  insert into stock.stock_transfers (merchant_id, id, store_id, permission_set, transfer_id, direction, other_store_id,
                                   note, sent_by)
  values (p_merchant, v_out, p_store, v_set, v_transfer, 'OUT', p_to_store, p_note, app.account_id()),
         (p_merchant, v_in, p_to_store, v_to_set, v_transfer, 'IN', p_store, p_note, app.account_id());
  for v_line in
    select d.id, d.store_id, d.permission_set, case d.direction when 'OUT' then l.id else l.there end as variant_id, l.quantity,
           coalesce(v.cost_centavos, p.cost_centavos) as cost, l.no
      from unnest(p_variants, v_there, p_quantities) with ordinality l (id, there, quantity, no)
      join catalog.variants v on v.merchant_id = p_merchant and v.id = l.id
      join catalog.products p on p.merchant_id = p_merchant and p.id = v.product_id
     cross join (values (v_out, p_store, v_set, 'OUT'), (v_in, p_to_store, v_to_set, 'IN'))
             d (id, store_id, permission_set, direction)
     order by d.direction, l.no
  loop
    insert into stock.stock_transfer_lines (merchant_id, store_id, permission_set, document_id, variant_id, quantity,
                                          unit_cost_centavos, line_no)
    values (p_merchant, v_line.store_id, v_line.permission_set, v_line.id, v_line.variant_id, v_line.quantity, v_line.cost,
            v_line.no);
  end loop;

  perform stock.move_stock(p_merchant, p_store, 'TRANSFER_OUT', v_out, p_note, p_variants,
                         array(select -q from unnest(p_quantities) with ordinality x (q, no) order by no),
                         null, p_membership);
  perform audit.record('stock.sent', 'stock_transfer', d.id::text, null, jsonb_build_object(
    'transferId', v_transfer, 'otherStoreId', d.other, 'lines', cardinality(p_variants)), p_merchant, d.store_id)
    from (values (v_out, p_store, p_to_store), (v_in, p_to_store, p_store)) d (id, store_id, other);
  return v_out;
end $$;

-- Records the received quantities on both documents: all of them, except for the given lines. What did not
-- arrive is in neither store, and the documents show how much it was.
create or replace function stock.note_received(p_merchant uuid, p_paper stock.stock_transfers, p_variants uuid[],
    p_quantities numeric[])
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_errors jsonb;
begin
  select jsonb_agg(jsonb_build_object('path', '/lines/' || n.no - 1 || n.field, 'message', n.message) order by n.no)
    into v_errors
    from (select r.no, case when l.id is null or e.id is not null then '/variantId' else '/quantity' end as field,
                 case when l.id is null then 'is not on this document'
                      when e.id is not null then 'occurs in an earlier line'
                      when r.quantity > l.quantity then 'is more than was sent: receive the rest as a delivery'
                      when g.unit = 'PIECE' and r.quantity <> trunc(r.quantity)
                        then 'must be a whole number: it is sold by the piece'
                 end as message
            from unnest(p_variants, p_quantities) with ordinality r (id, quantity, no)
            left join stock.stock_transfer_lines l
              on l.merchant_id = p_merchant and l.document_id = p_paper.id and l.variant_id = r.id
            left join lateral (
              select o.id from unnest(p_variants) with ordinality o (id, no) where o.id = r.id and o.no < r.no limit 1) e
              on true
            left join catalog.variants v on v.merchant_id = p_merchant and v.id = l.variant_id
            left join catalog.products g on g.merchant_id = p_merchant and g.id = v.product_id) n
   where n.message is not null;
  if v_errors is not null then
    perform app.refuse('invalid_request', null, jsonb_build_object('errors', v_errors));
  end if;
  update stock.stock_transfer_lines l
     set received_quantity = coalesce(
       (select r.quantity from unnest(p_variants, p_quantities) r (id, quantity) where r.id = l.variant_id), l.quantity)
   where l.merchant_id = p_merchant and l.document_id = p_paper.id;
  update stock.stock_transfer_lines l set received_quantity = m.received_quantity
    from stock.stock_transfer_lines m
    join stock.stock_transfers t on t.merchant_id = p_merchant and t.transfer_id = p_paper.transfer_id
                              and t.id <> p_paper.id
   where m.merchant_id = p_merchant and m.document_id = p_paper.id
     and l.merchant_id = p_merchant and l.document_id = t.id and l.line_no = m.line_no;
end $$;

-- Locks both documents of a transfer, given one of them.
create or replace function stock.hold_transfer(p_merchant uuid, p_id uuid) returns stock.stock_transfers
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from stock.stock_transfers t
    where t.merchant_id = p_merchant and t.transfer_id = (
      select p.transfer_id from stock.stock_transfers p where p.merchant_id = p_merchant and p.id = p_id)
    order by t.id for no key update;
  return app.held((select t from stock.stock_transfers t where t.merchant_id = p_merchant and t.id = p_id));
end $$;

-- Ends a transfer by the document of the store that may: received at the destination, or taken back by the
-- sender. Both documents are locked, so of concurrent requests one succeeds and the other finds it done.
-- place: tenant
create or replace function stock.end_transfer(p_merchant uuid, p_id uuid, p_status text, p_variants uuid[],
    p_quantities numeric[], p_membership uuid)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_paper stock.stock_transfers;
  v_variants uuid[];
  v_quantities numeric[];
  v_costs bigint[];
begin
  if p_status not in ('RECEIVED', 'CANCELED') then
    raise exception 'a transfer is received or canceled' using errcode = '22023';
  end if;
  v_paper := stock.hold_transfer(p_merchant, p_id);
  perform stock.assert_stock_writer(p_merchant, v_paper.store_id);
  if v_paper.status <> 'SENT' or v_paper.direction <> (case p_status when 'RECEIVED' then 'IN' else 'OUT' end) then
    perform app.refuse('invalid_transition',
      'Goods on their way can be received by the destination store, or taken back by the sending store.',
      jsonb_build_object('transferStatus', v_paper.status, 'direction', v_paper.direction));
  end if;
  if p_status = 'RECEIVED' then
    perform stock.note_received(p_merchant, v_paper, p_variants, p_quantities);
  end if;
  select array_agg(l.variant_id order by l.id), array_agg(coalesce(l.received_quantity, l.quantity) order by l.id),
         array_agg(l.unit_cost_centavos::bigint order by l.id)
    into v_variants, v_quantities, v_costs
    from stock.stock_transfer_lines l
   where l.merchant_id = p_merchant and l.document_id = p_id and coalesce(l.received_quantity, l.quantity) > 0;
  update stock.stock_transfers t
     set status = p_status, ended_by = app.account_id(), ended_at = app.clock(), updated_at = app.clock()
   where t.merchant_id = p_merchant and t.transfer_id = v_paper.transfer_id;
  if v_variants is not null then
    perform stock.move_stock(p_merchant, v_paper.store_id, 'TRANSFER_IN', p_id, v_paper.note, v_variants, v_quantities,
                           v_costs, p_membership);
  end if;
  perform audit.record(case p_status when 'RECEIVED' then 'stock.transfer_received' else 'stock.transfer_canceled' end,
    'stock_transfer', t.id::text, jsonb_build_object('status', 'SENT'), jsonb_build_object(
      'status', p_status, 'shortLines', (
        select count(*) from stock.stock_transfer_lines l
         where l.merchant_id = p_merchant and l.document_id = p_id and l.received_quantity < l.quantity)),
    p_merchant, t.store_id)
    from stock.stock_transfers t where t.merchant_id = p_merchant and t.transfer_id = v_paper.transfer_id;
end $$;

-- The names of the merchant's other stores, as destinations and origins of transfers. Store staff see nothing
-- else of each other's stores.
create or replace function stock.sister_stores(p_merchant uuid, p_store uuid)
  returns table (store_id uuid, name text, code text, is_open boolean)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select s.id, s.name, s.code, s.status = 'ACTIVE' from shop.stores s
   where s.merchant_id = p_merchant and s.id <> p_store
     and authz.set_of(p_merchant, p_store, 'inventory') = any (app.readable_sets())
   order by s.name, s.id;
end $$;

grant execute on function
  stock.sister_stores(uuid, uuid),
  stock.send_transfer(uuid, uuid, uuid, text, uuid[], uuid[], numeric[], uuid),
  stock.end_transfer(uuid, uuid, text, uuid[], numeric[], uuid) to mostrador_api;
