alter table reporting.daily_sales_rollups enable row level security;
alter table reporting.daily_sales_rollups force row level security;

-- A store's figures are readable by its supervisors and managers; a cashier sees those of their own shift.
grant select on reporting.daily_sales_rollups to mostrador_api;
create policy daily_sales_rollup_read on reporting.daily_sales_rollups for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy daily_sales_rollup_owner on reporting.daily_sales_rollups to mostrador_owner using (true) with check (true);
