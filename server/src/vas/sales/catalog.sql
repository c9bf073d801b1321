-- The aggregator's catalog, and quotes of amounts owed.

-- Synchronizes the catalog with the aggregator's complete product list: adds, changes, and deactivates
-- missing products, which are never deleted because sales refer to them. Margins and fees of merchants are
-- set by the terms.
create or replace function vas.sync_catalog(p_products jsonb)
  returns table (added int, changed int, deactivated int)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_provider record;
  i record;
begin
  perform pg_advisory_xact_lock(hashtextextended('vas catalog', 0));
  added := 0;
  changed := 0;
  -- Two carriers may have the same name; the later one's logo is then named by its id as well.
  for v_provider in
    select n.ref, n.name,
           case when row_number() over (partition by n.slug order by n.ref) > 1
                  or exists (select 1 from vas.providers o where o.slug = n.slug and o.provider_ref <> n.ref)
                then n.slug || '-' || n.ref else n.slug end as slug
      from (select distinct on (p ->> 'providerRef') p ->> 'providerRef' as ref, p ->> 'providerName' as name,
                   p ->> 'providerSlug' as slug
              from jsonb_array_elements(p_products) p order by p ->> 'providerRef') n
  loop
    insert into vas.providers as v (id, provider_ref, name, slug)
    values (app.uuid_v7(), v_provider.ref, v_provider.name, v_provider.slug)
    on conflict (provider_ref) do update set name = excluded.name, updated_at = excluded.updated_at
     where v.name <> excluded.name;
  end loop;

  update vas.products p set is_active = false, updated_at = now()
   where p.is_active
     and p.provider_product_ref <> all (array(select l ->> 'productRef' from jsonb_array_elements(p_products) l));
  get diagnostics deactivated = row_count;

  for i in
    select x.*, v.id as provider_id
      from jsonb_to_recordset(p_products) as x (
             "productRef" text, "providerRef" text, kind text, subkind text, name text, description text,
             amount bigint, min bigint, max bigint, increment bigint, wholesale bigint, "wholesaleBps" int,
             "referenceRule" text, validity jsonb, lookup boolean, modes text[],
             posting jsonb, notes text, "usageInfo" text[], terms text)
      join vas.providers v on v.provider_ref = x."providerRef"
  loop
    insert into vas.price_history (product_id, at, before, after)
    select p.id, clock_timestamp(),
           jsonb_build_object('amount', p.amount_centavos, 'min', p.min_centavos, 'max', p.max_centavos,
                              'wholesale', p.wholesale_centavos, 'wholesaleBps', p.wholesale_bps),
           jsonb_build_object('amount', i.amount, 'min', i.min, 'max', i.max, 'wholesale', i.wholesale, 'wholesaleBps', i."wholesaleBps")
      from vas.products p
     where p.provider_product_ref = i."productRef"
       and (p.amount_centavos, p.min_centavos, p.max_centavos, p.wholesale_centavos, p.wholesale_bps)
           is distinct from (i.amount, i.min, i.max, i.wholesale, i."wholesaleBps");

    update vas.products p
       set name = i.name, description = i.description, provider_id = i.provider_id, amount_centavos = i.amount,
           min_centavos = i.min, max_centavos = i.max, increment_centavos = i.increment,
           wholesale_centavos = i.wholesale, wholesale_bps = i."wholesaleBps",
           validity = i.validity, lookup = i.lookup,
           payment_modes = i.modes, posting_period = i.posting, notes = i.notes,
           usage_info = i."usageInfo", terms = i.terms, is_active = true, updated_at = now()
     where p.provider_product_ref = i."productRef"
       and (p.name, p.description, p.provider_id, p.amount_centavos, p.min_centavos, p.max_centavos, p.increment_centavos,
            p.wholesale_centavos, p.wholesale_bps, p.validity, p.lookup, p.payment_modes, p.posting_period, p.notes, p.usage_info, p.terms, p.is_active)
           is distinct from
           (i.name, i.description, i.provider_id, i.amount, i.min, i.max, i.increment, i.wholesale, i."wholesaleBps",
            i.validity, i.lookup, i.modes, i.posting, i.notes, i."usageInfo", i.terms, true);
    if found then
      changed := changed + 1;
    elsif not exists (select 1 from vas.products p where p.provider_product_ref = i."productRef") then
      insert into vas.products (id, provider_product_ref, provider_id, kind, subkind, name, description, amount_centavos,
        min_centavos, max_centavos, increment_centavos, wholesale_centavos, wholesale_bps,
        reference_rule, validity, lookup, payment_modes, posting_period, notes, usage_info, terms)
      values (app.uuid_v7(), i."productRef", i.provider_id, i.kind, i.subkind, i.name, i.description, i.amount, i.min, i.max,
        i.increment, i.wholesale, i."wholesaleBps", i."referenceRule", i.validity, i.lookup,
        i.modes, i.posting, i.notes, i."usageInfo", i.terms);
      added := added + 1;
    end if;
  end loop;
  perform audit.record('vas.catalog.synced', 'vas_catalog', null, null,
    jsonb_build_object('added', added, 'changed', changed, 'deactivated', deactivated));
  return next;
end $$;

-- Deletes quotes that expired a day ago and that no sale names, in batches; the others are kept with their sales.
create or replace function vas.forget_quotes(p_count int) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_forgotten int;
begin
  delete from vas.quotes q using (
    select o.merchant_id, o.id from vas.quotes o
     where o.expires_at < now() - interval '1 day' and not o.has_sale
     order by o.expires_at limit p_count) old
   where q.merchant_id = old.merchant_id and q.id = old.id;
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;

grant execute on function vas.sync_catalog(jsonb) to mostrador_worker;
grant execute on function vas.forget_quotes(int) to mostrador_worker;
