alter table catalog.categories enable row level security;
alter table catalog.categories force row level security;
alter table catalog.products enable row level security;
alter table catalog.products force row level security;

-- Everybody in the store reads the catalog; supervisors and managers write it.
grant select, insert, delete on catalog.categories, catalog.products to mostrador_api;
grant update (parent_id, name, color, picture, position, updated_at) on catalog.categories to mostrador_api;
grant update (category_id, sku, name, description, picture, kind, price_centavos, cost_centavos, is_active, updated_at)
  on catalog.products to mostrador_api;
create policy category_read on catalog.categories for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy category_create on catalog.categories for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy category_update on catalog.categories for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy category_delete on catalog.categories for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));

-- The function that deletes a photo sees whether a category shows it.
create policy category_owner on catalog.categories for select to mostrador_owner using (true);

create policy product_read on catalog.products for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy product_create on catalog.products for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy product_update on catalog.products for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy product_delete on catalog.products for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));

-- Functions that stock and sell products may read them on behalf of any caller.
create policy product_owner on catalog.products to mostrador_owner using (true) with check (true);

alter table catalog.tax_rates enable row level security;
alter table catalog.tax_rates force row level security;
alter table catalog.variants enable row level security;
alter table catalog.variants force row level security;
alter table catalog.barcodes enable row level security;
alter table catalog.barcodes force row level security;

-- The country's taxes are the same for everybody: readable by all and changed by none, so a table grant is
-- enough.
grant select on catalog.tax_rate_templates to mostrador_api;

-- Parts of a product follow the product: read by the store, written by supervisors and managers.
grant select, insert, delete on catalog.tax_rates, catalog.variants, catalog.barcodes to mostrador_api;
grant update (name, rate_bps, is_exempt, is_default, updated_at) on catalog.tax_rates to mostrador_api;
grant update (variant_id, code, updated_at) on catalog.barcodes to mostrador_api;
grant update (name, sku, price_centavos, cost_centavos, is_active, position, updated_at) on catalog.variants to mostrador_api;
grant update (tax_rate_id, is_tax_included, unit, tracks_stock, is_price_open) on catalog.products to mostrador_api;
create policy tax_rate_read on catalog.tax_rates for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy tax_rate_create on catalog.tax_rates for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy tax_rate_update on catalog.tax_rates for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
-- The default rate cannot be deleted until another one is the default.
create policy tax_rate_delete on catalog.tax_rates for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]) and not is_default);
create policy tax_rate_owner on catalog.tax_rates to mostrador_owner using (true) with check (true);
create policy variant_read on catalog.variants for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy variant_create on catalog.variants for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy variant_update on catalog.variants for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
-- The default variant is deleted only with its product.
create policy variant_delete on catalog.variants for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]) and id <> product_id);
create policy variant_owner on catalog.variants to mostrador_owner using (true) with check (true);
create policy barcode_read on catalog.barcodes for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy barcode_create on catalog.barcodes for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy barcode_update on catalog.barcodes for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy barcode_delete on catalog.barcodes for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));
create policy barcode_owner on catalog.barcodes to mostrador_owner using (true) with check (true);

alter table catalog.product_imports enable row level security;
alter table catalog.product_imports force row level security;

-- The store can read which files were imported; a function records them.
grant select on catalog.product_imports to mostrador_api;
create policy product_import_read on catalog.product_imports for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy product_import_owner on catalog.product_imports to mostrador_owner using (true) with check (true);

alter table catalog.past_prices enable row level security;
alter table catalog.past_prices force row level security;

-- Past prices are readable by everybody who reads the catalog; a function records them.
grant select on catalog.past_prices to mostrador_api;
create policy past_price_read on catalog.past_prices for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy past_price_owner on catalog.past_prices to mostrador_owner using (true) with check (true);
