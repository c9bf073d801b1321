-- The country's rates for a new store, with the one that its region pays by default.
create or replace function pos.open_tax_rates(p_merchant uuid, p_store uuid, p_region text) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into pos.tax_rates (merchant_id, id, store_id, permission_set, template_code, name, rate_bps, is_exempt, is_default)
  select p_merchant, app.uuid_v7(), p_store, authz.set_of(p_merchant, p_store, 'catalog'), t.code, t.name, t.rate_bps,
         t.is_exempt, t.code = case p_region when 'BORDER' then 'IVA_8' else 'IVA_16' end
    from pos.tax_rate_templates t
$$;
