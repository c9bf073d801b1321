alter table selling.offline_sales enable row level security;
alter table selling.offline_sales force row level security;

-- The store's team can read offline sales, and only functions write them.
grant select on selling.offline_sales to mostrador_api;
create policy offline_sale_read on selling.offline_sales for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy offline_sale_owner on selling.offline_sales to mostrador_owner using (true) with check (true);
