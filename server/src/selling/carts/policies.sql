alter table selling.carts enable row level security;
alter table selling.carts force row level security;
alter table selling.line_items enable row level security;
alter table selling.line_items force row level security;
alter table selling.discounts enable row level security;
alter table selling.discounts force row level security;

-- Carts are readable by the store's team, and written only by functions.
grant select on selling.carts, selling.line_items, selling.discounts to mostrador_api;
create policy cart_read on selling.carts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy cart_owner on selling.carts to mostrador_owner using (true) with check (true);
create policy line_item_read on selling.line_items for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy line_item_owner on selling.line_items to mostrador_owner using (true) with check (true);
create policy discount_read on selling.discounts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy discount_owner on selling.discounts to mostrador_owner using (true) with check (true);
