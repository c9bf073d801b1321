alter table vas.sales enable row level security;
alter table vas.sales force row level security;
alter table vas.open_sales enable row level security;
alter table vas.open_sales force row level security;
alter table vas.folios enable row level security;
alter table vas.folios force row level security;
alter table vas.day_totals enable row level security;
alter table vas.day_totals force row level security;

-- A sale is readable by the team of its store, and written only by functions.
grant select on vas.sales to mostrador_api, mostrador_worker;
create policy sale_read on vas.sales for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Settling continues when the cashier is gone, so it belongs to nobody: the worker can see every sale.
create policy sale_worker_read on vas.sales for select to mostrador_worker using (true);
create policy sale_owner on vas.sales to mostrador_owner using (true) with check (true);
create policy open_sale_owner on vas.open_sales to mostrador_owner using (true) with check (true);
create policy folio_owner on vas.folios to mostrador_owner using (true) with check (true);
create policy day_total_owner on vas.day_totals to mostrador_owner using (true) with check (true);

alter table vas.quotes enable row level security;
alter table vas.quotes force row level security;

-- People who may sell in a store may look up amounts owed, and the answer is for that store.
grant select, insert on vas.quotes to mostrador_api;
create policy quote_read on vas.quotes for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy quote_create on vas.quotes for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
-- Functions mark the quotes that sales name, and delete the others.
create policy quote_owner on vas.quotes to mostrador_owner using (true) with check (true);

-- The catalog is the same for everybody; one function of the worker synchronizes it.
grant select on vas.providers, vas.products to mostrador_api;
