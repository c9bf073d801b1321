alter table stock.stock_levels enable row level security;
alter table stock.stock_levels force row level security;
alter table stock.stock_movements enable row level security;
alter table stock.stock_movements force row level security;

-- Everybody in the store can read its levels and their history; only commands change them.
grant select on stock.stock_levels, stock.stock_movements to mostrador_api;
create policy stock_level_read on stock.stock_levels for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_level_owner on stock.stock_levels to mostrador_owner using (true) with check (true);
create policy stock_movement_read on stock.stock_movements for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_movement_owner on stock.stock_movements to mostrador_owner using (true) with check (true);

alter table stock.stock_receipts enable row level security;
alter table stock.stock_receipts force row level security;

-- The store can read its own documents; functions write them, for callers who may change the stock.
grant select on stock.stock_receipts to mostrador_api;
create policy stock_receipt_read on stock.stock_receipts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_receipt_owner on stock.stock_receipts to mostrador_owner using (true) with check (true);
