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
  using (permission_set = any (app.readable_sets()));
create policy category_create on pos.categories for insert to mostrador_api
  with check (permission_set = any (app.creatable_sets()));
create policy category_update on pos.categories for update to mostrador_api
  using (permission_set = any (app.updatable_sets()));
create policy category_delete on pos.categories for delete to mostrador_api
  using (permission_set = any (app.deletable_sets()));

create policy product_read on pos.products for select to mostrador_api
  using (permission_set = any (app.readable_sets()));
create policy product_create on pos.products for insert to mostrador_api
  with check (permission_set = any (app.creatable_sets()));
create policy product_update on pos.products for update to mostrador_api
  using (permission_set = any (app.updatable_sets()));
create policy product_delete on pos.products for delete to mostrador_api
  using (permission_set = any (app.deletable_sets()));

-- Functions that stock and sell products look past the caller at what they are about.
create policy product_owner on pos.products to mostrador_owner using (true) with check (true);
