-- Checks that the caller may change the stock of a store; called by the functions below, which bypass the
-- policies.
create or replace function stock.assert_stock_writer(p_merchant uuid, p_store uuid) returns int
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'inventory');
begin
  if not coalesce(v_set = any (app.creatable_sets()) and v_set = any (app.updatable_sets()), false) then
    raise exception 'the caller may not change the stock of this store' using errcode = '42501';
  end if;
  return v_set;
end $$;

-- Which of these ICCIDs the merchant has already, in this store or another of its stores. It never reveals
-- that another merchant has one. `p_import` is excluded: a file does not collide with itself.
create or replace function stock.known_iccids(p_merchant uuid, p_store uuid, p_iccids text[], p_import uuid default null)
  returns table (iccid text, place text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform stock.assert_stock_writer(p_merchant, p_store);
  return query
  select u.iccid, case when u.store_id <> p_store then 'merchant' else 'store' end
    from stock.chip_units u
   where u.merchant_id = p_merchant and u.iccid = any (p_iccids) and u.import_id is distinct from p_import;
end $$;

-- Opens an import, or refuses a file that this store has imported before; concurrent requests wait for each
-- other.
create or replace function stock.open_chip_import(p_merchant uuid, p_id uuid, p_store uuid, p_product uuid,
    p_file_name text, p_file_hash bytea, p_sheet_name text, p_row_count int)
  returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := stock.assert_stock_writer(p_merchant, p_store);
  v_first record;
begin
  -- Locked until the transaction ends, so that the product remains a chip of this store.
  perform from catalog.products p
    where p.merchant_id = p_merchant and p.id = p_product and p.store_id = p_store and p.kind = 'CHIP' for share;
  if not found then
    perform app.refuse('chip_product_required');
  end if;
  insert into stock.chip_imports
    (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash, sheet_name, row_count, imported_by)
  values (p_merchant, p_id, p_store, v_set, p_product, p_file_name, p_file_hash, p_sheet_name, p_row_count,
          app.account_id())
  on conflict (merchant_id, store_id, file_hash) do nothing;
  if not found then
    select i.id, i.imported_at, i.row_count into v_first from stock.chip_imports i
     where i.merchant_id = p_merchant and i.store_id = p_store and i.file_hash = p_file_hash;
    perform app.refuse('file_already_imported', null,
      jsonb_build_object('importId', v_first.id, 'importedAt', v_first.imported_at, 'rowCount', v_first.row_count));
  end if;
  perform audit.record('chips.imported', 'chip_import', p_id::text, null, jsonb_build_object(
    'productId', p_product, 'fileName', p_file_name, 'sheetName', p_sheet_name, 'rowCount', p_row_count),
    p_merchant, p_store);
  perform events.emit(p_merchant, p_store, v_set, 'chips.imported',
    jsonb_build_object('importId', p_id, 'productId', p_product, 'rowCount', p_row_count));
  return now();
end $$;

-- Why a store cannot receive stock at the moment: a code with its detail; null when it can.
create or replace function stock.no_stock_reason(p_merchant uuid, p_store uuid) returns text
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select case
      when m.status <> 'ACTIVE' then 'merchant_suspended'
      when not m.is_verified and not settings.setting_boolean(null, 'merchant.unverifiedCanOperate') then 'merchant_unverified'
      when t.status <> 'ACTIVE' then 'invalid_transition' end
      from platform.merchants m join shop.stores t on t.merchant_id = m.id
     where m.id = p_merchant and t.id = p_store);
end $$;

-- Stores a large file, sealed, until its import has run, and queues the import; one at a time per store.
create or replace function stock.stage_chip_import(p_merchant uuid, p_id uuid, p_store uuid, p_product uuid,
    p_file_name text, p_file_hash bytea, p_file_sealed bytea, p_is_dry_run boolean, p_hidden_sheets text[])
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := stock.assert_stock_writer(p_merchant, p_store);
  v_first uuid;
begin
  insert into stock.chip_import_runs
    (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash, file_sealed, is_dry_run, hidden_sheets,
     started_by)
  values (p_merchant, p_id, p_store, v_set, p_product, p_file_name, p_file_hash, p_file_sealed, p_is_dry_run,
          p_hidden_sheets, app.account_id())
  on conflict (merchant_id, store_id) where status = 'RUNNING' do nothing;
  if not found then
    select r.id into v_first from stock.chip_import_runs r
     where r.merchant_id = p_merchant and r.store_id = p_store and r.status = 'RUNNING';
    perform app.refuse('import_under_way', 'Wait until it ends, then send this file again.',
      jsonb_build_object('workflowId', v_first));
  end if;
  perform app.enqueue_work('vas.chips.import', p_id::text,
    jsonb_build_object('merchantId', p_merchant, 'importId', p_id), 'mostrador');
  perform audit.record('chips.import_started', 'chip_import_run', p_id::text, null, jsonb_build_object(
    'productId', p_product, 'fileName', p_file_name, 'isDryRun', p_is_dry_run), p_merchant, p_store);
end $$;

-- The parameters of an import run, for the worker, which has no account; the person who started it is in the
-- row.
create or replace function stock.chip_import_run(p_id uuid)
  returns table (merchant_id uuid, store_id uuid, product_id uuid, file_name text, file_hash bytea, file_sealed bytea,
                 is_dry_run boolean, status text, sheet_name text, row_count int, problem jsonb)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select r.merchant_id, r.store_id, r.product_id, r.file_name, r.file_hash, r.file_sealed, r.is_dry_run, r.status,
         r.sheet_name, r.rows_total, r.problem
    from stock.chip_import_runs r where r.id = p_id;
end $$;

-- Gives the worker, for this transaction and for one store's stock, the authority of the person who started
-- the run, as it is now and not as it was then. Returns why there is none: the person's role has ended, or
-- the store cannot receive stock. The authorities are locked as they are for a request, so nothing commits
-- after a revocation has been answered.
create or replace function stock.assume_chip_import(p_id uuid) returns text
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_run record;
  v_set int;
begin
  select r.merchant_id, r.store_id, r.started_by into strict v_run from stock.chip_import_runs r where r.id = p_id;
  perform pg_advisory_xact_lock_shared(app.authority_key(v_run.started_by));
  perform pg_advisory_xact_lock_shared(app.authority_key(v_run.merchant_id));
  select s.id into v_set
    from shop.memberships m
    join identity.accounts a on a.id = m.account_id and a.status = 'ACTIVE'
    join authz.permission_sets s on s.merchant_id = m.merchant_id and s.store_id = m.store_id
     and s.membership_id is null and s.domain = 'inventory'
   where m.merchant_id = v_run.merchant_id and m.store_id = v_run.store_id and m.account_id = v_run.started_by
     and m.ended_at is null
     and authz.role_team(m.store_id, m.role) = any (s.may_create)
     and authz.role_team(m.store_id, m.role) = any (s.may_update);
  if not found then
    return 'permission_missing';
  end if;
  perform set_config('app.creatable', array[v_set]::text, true),
          set_config('app.updatable', array[v_set]::text, true),
          set_config('app.account_id', v_run.started_by::text, true),
          set_config('app.request_id', p_id::text, true);
  return stock.no_stock_reason(v_run.merchant_id, v_run.store_id);
end $$;

-- Records the progress of a run for clients to read.
create or replace function stock.note_chip_import(p_id uuid, p_checked int, p_total int, p_imported int) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update stock.chip_import_runs r
     set rows_checked = p_checked, rows_total = p_total, rows_imported = p_imported
   where r.id = p_id and r.status = 'RUNNING';
end $$;

-- Ends a run, once, and deletes its file.
create or replace function stock.finish_chip_import(p_id uuid, p_status text, p_sheet_name text, p_row_count int,
    p_carriers text[], p_problem jsonb)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_run stock.chip_import_runs;
begin
  update stock.chip_import_runs r
     set status = p_status, sheet_name = p_sheet_name, carriers = p_carriers, problem = p_problem, file_sealed = null, finished_at = app.clock(),
         rows_total = coalesce(p_row_count, r.rows_total), rows_checked = coalesce(p_row_count, r.rows_checked),
         rows_imported = case when p_status = 'IMPORTED' then p_row_count else 0 end
   where r.id = p_id and r.status = 'RUNNING'
  returning r.* into v_run;
  if found and p_problem is not null then
    perform audit.record('chips.import_' || lower(p_status), 'chip_import_run', p_id::text, null,
      jsonb_build_object('code', p_problem -> 'code', 'fileName', v_run.file_name), v_run.merchant_id, v_run.store_id);
  end if;
end $$;

-- Ends runs that have not completed within three days, so that they neither block their store nor keep a
-- file.
create or replace function stock.stop_old_chip_imports() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[] := array(select r.id from stock.chip_import_runs r
                         where r.status = 'RUNNING' and r.started_at < now() - interval '3 days');
begin
  perform stock.finish_chip_import(i, 'STOPPED', null, null, '{}',
    jsonb_build_object('code', 'internal', 'status', 500, 'title', 'Something went wrong on our side',
      'detail', 'The import did not complete within three days. Send the file again.')) from unnest(v_ids) i;
  return cardinality(v_ids);
end $$;

-- Deletes the faults of files that were refused thirty days ago; their number stays with the run.
create or replace function stock.forget_chip_faults() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[] := array(select r.id from stock.chip_import_runs r
                         where r.problem ? 'rows' and r.finished_at < now() - interval '30 days' limit 1000);
begin
  update stock.chip_import_runs r set problem = r.problem - 'rows' where r.id = any (v_ids);
  return cardinality(v_ids);
end $$;

-- The progress of a run: for people who may stock its store, and for operators, who see nothing else of it.
create or replace function stock.chip_import_progress(p_id uuid)
  returns table (phase text, done int, total int)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select case when r.rows_imported > 0 then 'importing' else 'checking' end,
         case when r.rows_imported > 0 then r.rows_imported else r.rows_checked end, r.rows_total
    from stock.chip_import_runs r
   where r.id = p_id and (app.oversees(r.merchant_id) or r.permission_set = any (app.updatable_sets()));
end $$;

-- Adds rows of an import opened in this transaction to the stock. Returns how many were added: an ICCID that
-- another import has added meanwhile is skipped, and the caller then refuses the whole file.
create or replace function stock.add_chips(p_merchant uuid, p_import uuid, p_units jsonb) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_import stock.chip_imports;
  v_unit record;
  v_added int := 0;
  -- A variable: in a query of rows on another node, now() would be that node's.
  v_began timestamptz := now();
begin
  select i.* into strict v_import from stock.chip_imports i
   where i.merchant_id = p_merchant and i.id = p_import and i.imported_at = v_began;
  perform stock.assert_stock_writer(p_merchant, v_import.store_id);
  for v_unit in
    select u.* from jsonb_to_recordset(p_units) u (
      id uuid, row int, iccid text, msisdn text, imsi text, carrier text, batch text, "costCentavos" bigint,
      "priceCentavos" bigint, "expiresOn" date, "pinSealed" text, "pukSealed" text)
  loop
    insert into stock.chip_units (merchant_id, id, store_id, permission_set, product_id, import_id, import_row, iccid,
                                msisdn, imsi, carrier, batch, cost_centavos, price_centavos, expires_on)
    values (p_merchant, v_unit.id, v_import.store_id, v_import.permission_set, v_import.product_id, p_import, v_unit.row,
            v_unit.iccid, v_unit.msisdn, v_unit.imsi, v_unit.carrier, v_unit.batch, v_unit."costCentavos",
            v_unit."priceCentavos", v_unit."expiresOn")
    on conflict (merchant_id, iccid) do nothing;
    continue when not found;
    v_added := v_added + 1;
    if v_unit."pinSealed" is not null or v_unit."pukSealed" is not null then
      insert into stock.chip_codes (merchant_id, chip_id, pin_sealed, puk_sealed)
      values (p_merchant, v_unit.id, decode(v_unit."pinSealed", 'base64'), decode(v_unit."pukSealed", 'base64'));
    end if;
  end loop;
  perform stock.open_chip_incidents(array(select u ->> 'iccid' from jsonb_array_elements(p_units) u));
  return v_added;
end $$;

-- Locks a unit.
create or replace function stock.hold_chip(p_merchant uuid, p_id uuid) returns stock.chip_units
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select u from stock.chip_units u where u.merchant_id = p_merchant and u.id = p_id for no key update));
end $$;

-- SOLD becomes ACTIVATED, once and irreversibly. It changes our record only; no carrier is called.
-- place: tenant
create or replace function stock.activate_chip(p_merchant uuid, p_id uuid) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_chip stock.chip_units;
begin
  -- A concurrent caller waits here, and then reads the new state.
  v_chip := stock.hold_chip(p_merchant, p_id);
  perform stock.assert_stock_writer(p_merchant, v_chip.store_id);
  if v_chip.status <> 'SOLD' then
    perform app.refuse('invalid_transition', 'Only a chip that is sold and not yet active can be activated.',
      jsonb_build_object('chipStatus', v_chip.status));
  end if;
  update stock.chip_units u set status = 'ACTIVATED', activated_at = now(), updated_at = now()
   where u.merchant_id = p_merchant and u.id = p_id;
  perform audit.record('chip.activated', 'chip_unit', p_id::text, jsonb_build_object('status', 'SOLD'),
    jsonb_build_object('status', 'ACTIVATED', 'iccid', v_chip.iccid), p_merchant, v_chip.store_id);
end $$;

-- Locks the oldest units of a product in a store. The oldest is waited for and never skipped, so one that a
-- rolled-back cart releases is the next to be sold.
create or replace function stock.hold_oldest_chips(p_merchant uuid, p_store uuid, p_product uuid, p_count int) returns uuid[]
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select u.id from stock.chip_units u
     where u.merchant_id = p_merchant and u.store_id = p_store and u.product_id = p_product and u.status = 'IN_STOCK'
     order by u.imported_at, u.import_row, u.id
     limit p_count for no key update);
end $$;

-- Binds units to an order, oldest first: import time, then row of the file, then id. Called by the
-- transaction that finalizes a cart, whose caller sells in the store; a cart with several chip products binds
-- them in order of id, so that two carts cannot deadlock. Strictly first in, first out: the oldest unit is
-- waited for and never skipped, so one that a rolled-back cart releases is the next to be sold. While the
-- platform's switch vas_chips is off nothing is bound and no row is returned.
create or replace function stock.bind_chips(p_merchant uuid, p_store uuid, p_product uuid, p_count int, p_order uuid)
  returns table (id uuid, iccid text, msisdn text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
begin
  if not coalesce(authz.set_of(p_merchant, p_store, 'sales') = any (app.creatable_sets()), false) then
    raise exception 'the caller may not sell in this store' using errcode = '42501';
  elsif p_count is null or p_count < 1 or p_order is null then
    raise exception 'a number of chips and an order are needed' using errcode = '22023';
  elsif not settings.setting_boolean(null, 'vas_chips') then
    return;
  end if;
  perform app.assert_not_restored('Chips are sold again once the platform has reconciled the database.');
  v_ids := stock.hold_oldest_chips(p_merchant, p_store, p_product, p_count);
  if cardinality(v_ids) < p_count then
    perform app.refuse('insufficient_stock', 'There are fewer chips in stock than the cart sells.',
      jsonb_build_object('productId', p_product, 'available', cardinality(v_ids)));
  end if;
  update stock.chip_units u set status = 'SOLD', order_id = p_order, sold_at = now(), updated_at = now()
   where u.merchant_id = p_merchant and u.id = any (v_ids);
  perform audit.record('chips.sold', 'order', p_order::text, null, jsonb_build_object('productId', p_product,
    'chips', (select jsonb_agg(jsonb_build_object('id', u.id, 'iccid', u.iccid) order by array_position(v_ids, u.id))
                from stock.chip_units u where u.merchant_id = p_merchant and u.id = any (v_ids))), p_merchant, p_store);
  return query
  select u.id, u.iccid, u.msisdn from stock.chip_units u
   where u.merchant_id = p_merchant and u.id = any (v_ids) order by array_position(v_ids, u.id);
end $$;

-- Returns units of an order to stock, for the transaction of the return: only units that are not active and
-- were bound to this order. They keep their original place in the queue.
create or replace function stock.return_chips(p_merchant uuid, p_store uuid, p_product uuid, p_order uuid, p_ids uuid[])
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_held int;
  v_active text;
begin
  perform stock.hold_chip(p_merchant, o.id)
     from (select u.id from stock.chip_units u where u.merchant_id = p_merchant and u.id = any (p_ids) order by u.id) o;
  select count(*), min(u.iccid) filter (where u.status <> 'SOLD') into v_held, v_active from stock.chip_units u
   where u.merchant_id = p_merchant and u.store_id = p_store and u.product_id = p_product and u.order_id = p_order
     and u.id = any (p_ids);
  if v_held <> cardinality(p_ids) then
    perform app.refuse('refund_exceeds', 'Some of these chips were not sold with this order, or have been returned already.');
  elsif v_active is not null then
    perform app.refuse('chip_activated', 'An active chip stays with the customer; refund the money without returning it.',
      jsonb_build_object('iccid', v_active));
  end if;
  update stock.chip_units u set status = 'IN_STOCK', order_id = null, sold_at = null, updated_at = now()
   where u.merchant_id = p_merchant and u.id = any (p_ids);
  perform audit.record('chips.returned', 'order', p_order::text, null, jsonb_build_object('productId', p_product,
    'chips', to_jsonb(p_ids)), p_merchant, p_store);
end $$;

grant execute on function
  stock.known_iccids(uuid, uuid, text[], uuid),
  stock.open_chip_import(uuid, uuid, uuid, uuid, text, bytea, text, int),
  stock.add_chips(uuid, uuid, jsonb),
  stock.activate_chip(uuid, uuid),
  stock.bind_chips(uuid, uuid, uuid, int, uuid),
  stock.stage_chip_import(uuid, uuid, uuid, uuid, text, bytea, bytea, boolean, text[]),
  stock.no_stock_reason(uuid, uuid),
  stock.chip_import_progress(uuid) to mostrador_api;

-- The import of a large file, which the worker runs with the authority granted by assume_chip_import.
grant execute on function
  stock.chip_import_run(uuid),
  stock.assume_chip_import(uuid),
  stock.note_chip_import(uuid, int, int, int),
  stock.finish_chip_import(uuid, text, text, int, text[], jsonb),
  stock.stop_old_chip_imports(),
  stock.forget_chip_faults(),
  stock.known_iccids(uuid, uuid, text[], uuid),
  stock.open_chip_import(uuid, uuid, uuid, uuid, text, bytea, text, int),
  stock.add_chips(uuid, uuid, jsonb) to mostrador_worker;
