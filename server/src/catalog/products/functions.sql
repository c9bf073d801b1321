-- The country's tax rates for a new store, with the default of its region.
create or replace function catalog.open_tax_rates(p_merchant uuid, p_store uuid, p_region text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'catalog');
  v_default text := case p_region when 'BORDER' then 'IVA_8' else 'IVA_16' end;
  v_template catalog.tax_rate_templates;
begin
  for v_template in select t.* from catalog.tax_rate_templates t loop
    insert into catalog.tax_rates (merchant_id, id, store_id, permission_set, template_code, name, rate_bps, is_exempt, is_default)
    values (p_merchant, app.uuid_v7(), p_store, v_set, v_template.code, v_template.name, v_template.rate_bps,
            v_template.is_exempt, v_template.code = v_default);
  end loop;
end $$;

-- Updates PostgreSQL's statistics of goods within a large import, skipping without waiting what another session is analyzing. In a
-- new database the planner assumes small tables, and checks every reference of the import by scanning the goods.
create or replace function catalog.measure_goods() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  analyze (skip_locked) catalog.products, catalog.variants;
end $$;

-- Updates PostgreSQL's statistics of barcodes within a large import, as measure_goods does. In a new database the planner compares
-- each code of the next import with each of the store.
create or replace function catalog.measure_barcodes() returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  analyze (skip_locked) catalog.barcodes;
end $$;

-- A category of the store with all those inside it, at any depth; none: an empty list.
create or replace function catalog.categories_within(p_merchant uuid, p_store uuid, p_category uuid) returns uuid[]
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_within uuid[] := array(
    select c.id from catalog.categories c
     where c.merchant_id = p_merchant and c.store_id = p_store and c.id = p_category);
  v_next uuid[] := v_within;
begin
  -- Level by level, and each category once.
  while cardinality(v_next) > 0 loop
    v_next := array(
      select c.id from catalog.categories c
       where c.merchant_id = p_merchant and c.store_id = p_store and c.parent_id = any (v_next)
         and c.id <> all (v_within));
    v_within := v_within || v_next;
  end loop;
  return v_within;
end $$;

-- Locks products in order of id, as all functions do; absent ones are skipped.
create or replace function catalog.hold_products(p_merchant uuid, p_ids uuid[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform from catalog.products p
    where p.merchant_id = p_merchant and p.id = any (p_ids) order by p.id for no key update;
end $$;

-- Stores the cost of goods when they were last received. Locks in order of id, as product imports do.
create or replace function catalog.note_costs(p_merchant uuid, p_variants uuid[], p_costs bigint[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform catalog.hold_products(p_merchant, p_variants);
  update catalog.products p set cost_centavos = l.cost, updated_at = app.clock()
    from unnest(p_variants, p_costs) l (id, cost)
   where p.merchant_id = p_merchant and p.id = l.id and l.cost is distinct from p.cost_centavos and l.cost is not null;
  update catalog.variants v set cost_centavos = l.cost, updated_at = app.clock()
    from unnest(p_variants, p_costs) l (id, cost)
   where v.merchant_id = p_merchant and v.id = l.id and v.id <> v.product_id
     and l.cost is distinct from v.cost_centavos and l.cost is not null;
end $$;

grant execute on function catalog.measure_goods(), catalog.measure_barcodes() to mostrador_api;

-- Records the old prices of products and variants before they change; every price change calls it first. The
-- ids are products, whose price applies to variants without their own, and variants with their own. Rows that
-- the caller may not change are skipped.
-- place: tenant
create or replace function catalog.keep_prices(p_merchant uuid, p_store uuid, p_changes jsonb) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_old record;
begin
  for v_old in
    with changes as (
      select c.id, c."priceCentavos" as price from jsonb_to_recordset(p_changes) c (id uuid, "priceCentavos" bigint)
    ), now as (
      select v.*, c.price as next_price from changes c
        join catalog.variants v on v.merchant_id = p_merchant and v.store_id = p_store and v.product_id = c.id
         and v.price_centavos is null
      union all
      select v.*, c.price from changes c
        join catalog.variants v on v.merchant_id = p_merchant and v.store_id = p_store and v.id = c.id and v.id <> v.product_id
    )
    select n.permission_set, n.id, coalesce(n.price_centavos, p.price_centavos) as price
      from now n join catalog.products p on p.merchant_id = p_merchant and p.id = n.product_id
     where n.permission_set = any (app.updatable_sets())
       and coalesce(n.price_centavos, p.price_centavos) is distinct from coalesce(n.next_price, p.price_centavos)
  loop
    insert into catalog.past_prices (merchant_id, store_id, permission_set, variant_id, price_centavos)
    values (p_merchant, p_store, v_old.permission_set, v_old.id, v_old.price);
  end loop;
end $$;

-- The price of a variant at a moment; `p_now` is its current price.
create or replace function catalog.price_at(p_merchant uuid, p_store uuid, p_variant uuid, p_at timestamptz, p_now bigint)
  returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce((
    select h.price_centavos from catalog.past_prices h
     where h.merchant_id = p_merchant and h.store_id = p_store and h.variant_id = p_variant and h.superseded_at > p_at
     order by h.superseded_at, h.id limit 1), p_now);
end $$;

-- Records changes of products and variants by the caller, each as if it were alone.
-- place: tenant
create or replace function catalog.record_changes(p_merchant uuid, p_store uuid, p_changes jsonb) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not coalesce(authz.set_of(p_merchant, p_store, 'catalog') = any (app.updatable_sets()), false) then
    raise exception 'the caller may not change the catalog of this store' using errcode = '42501';
  end if;
  perform audit.record(c.noun || '.updated', c.noun, c.id, c.before, c.after, p_merchant, p_store)
     from jsonb_to_recordset(p_changes) c (noun text, id text, before jsonb, after jsonb);
end $$;

grant execute on function
  catalog.keep_prices(uuid, uuid, jsonb), catalog.record_changes(uuid, uuid, jsonb) to mostrador_api;

-- Records that a product file was imported, in the transaction of the import.
create or replace function catalog.record_product_import(p_merchant uuid, p_store uuid, p_id uuid, p_mode text,
    p_file_name text, p_file_hash bytea, p_created int, p_updated int)
  returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := authz.set_of(p_merchant, p_store, 'catalog');
begin
  if not coalesce(v_set = any (app.creatable_sets()) and v_set = any (app.updatable_sets()), false) then
    raise exception 'the caller may not change the catalog of this store' using errcode = '42501';
  end if;
  insert into catalog.product_imports (merchant_id, id, store_id, permission_set, mode, file_name, file_hash, row_count,
                                   created_count, updated_count, imported_by)
  values (p_merchant, p_id, p_store, v_set, p_mode, p_file_name, p_file_hash, p_created + p_updated, p_created, p_updated,
          app.account_id());
  perform audit.record('products.imported', 'product_import', p_id::text, null, jsonb_build_object(
    'mode', p_mode, 'fileName', p_file_name, 'createdCount', p_created, 'updatedCount', p_updated), p_merchant, p_store);
  return now();
end $$;

grant execute on function catalog.record_product_import(uuid, uuid, uuid, text, text, bytea, int, int) to mostrador_api;
