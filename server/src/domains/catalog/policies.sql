alter table pos.categories enable row level security;
alter table pos.categories force row level security;
alter table pos.products enable row level security;
alter table pos.products force row level security;

-- Everybody in the store reads the catalog; supervisors and managers write it.
grant select, insert, delete on pos.categories, pos.products to mostrador_api;
grant update (parent_id, name, color, picture, position, updated_at) on pos.categories to mostrador_api;
grant update (category_id, sku, name, description, picture, kind, price_centavos, cost_centavos, is_active, updated_at)
  on pos.products to mostrador_api;
create policy category_read on pos.categories for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy category_create on pos.categories for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy category_update on pos.categories for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy category_delete on pos.categories for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));

create policy product_read on pos.products for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy product_create on pos.products for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy product_update on pos.products for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy product_delete on pos.products for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));

-- Functions that stock and sell products look past the caller at what they are about.
create policy product_owner on pos.products to mostrador_owner using (true) with check (true);

alter table pos.tax_rates enable row level security;
alter table pos.tax_rates force row level security;
alter table pos.variants enable row level security;
alter table pos.variants force row level security;
alter table pos.barcodes enable row level security;
alter table pos.barcodes force row level security;

-- The country's taxes are the same for everybody: read by all, changed by none, so a table grant says it.
grant select on pos.tax_rate_templates to mostrador_api;

-- What a product is made of follows the product: read by the store, written by supervisors and managers.
grant select, insert, delete on pos.tax_rates, pos.variants, pos.barcodes to mostrador_api;
grant update (name, rate_bps, is_exempt, is_default, updated_at) on pos.tax_rates to mostrador_api;
grant update (variant_id, code, updated_at) on pos.barcodes to mostrador_api;
grant update (name, sku, price_centavos, cost_centavos, is_active, position, updated_at) on pos.variants to mostrador_api;
grant update (tax_rate_id, is_tax_included, unit, tracks_stock) on pos.products to mostrador_api;
create policy tax_rate_read on pos.tax_rates for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy tax_rate_create on pos.tax_rates for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy tax_rate_update on pos.tax_rates for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
-- The default rate stays until another one is the default.
create policy tax_rate_delete on pos.tax_rates for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]) and not is_default);
create policy tax_rate_owner on pos.tax_rates to mostrador_owner using (true) with check (true);
create policy variant_read on pos.variants for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy variant_create on pos.variants for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy variant_update on pos.variants for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
-- The variant that is the product itself goes with the product alone.
create policy variant_delete on pos.variants for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]) and id <> product_id);
create policy variant_owner on pos.variants to mostrador_owner using (true) with check (true);
create policy barcode_read on pos.barcodes for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy barcode_create on pos.barcodes for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy barcode_update on pos.barcodes for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy barcode_delete on pos.barcodes for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));
create policy barcode_owner on pos.barcodes to mostrador_owner using (true) with check (true);

alter table pos.deletions enable row level security;
alter table pos.deletions force row level security;

-- Whoever read a record learns that it is gone; whoever deletes one says so, once and for good.
grant select, insert on pos.deletions to mostrador_api;
create policy deletion_read on pos.deletions for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy deletion_create on pos.deletions for insert to mostrador_api
  with check (permission_set = any ((select app.deletable_sets())::int[]));

alter table pos.product_imports enable row level security;
alter table pos.product_imports force row level security;

-- The store sees which files were taken in; a function writes it down.
grant select on pos.product_imports to mostrador_api;
create policy product_import_read on pos.product_imports for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy product_import_owner on pos.product_imports to mostrador_owner using (true) with check (true);

alter table pos.past_prices enable row level security;
alter table pos.past_prices force row level security;

-- What things used to cost is read by whoever reads the catalog; a function writes it down.
grant select on pos.past_prices to mostrador_api;
create policy past_price_read on pos.past_prices for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy past_price_owner on pos.past_prices to mostrador_owner using (true) with check (true);
