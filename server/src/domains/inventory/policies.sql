alter table pos.stock_levels enable row level security;
alter table pos.stock_levels force row level security;
alter table pos.stock_movements enable row level security;
alter table pos.stock_movements force row level security;

-- Everybody in the store sees what is on its shelves and how it came there; commands alone change it.
grant select on pos.stock_levels, pos.stock_movements to mostrador_api;
create policy stock_level_read on pos.stock_levels for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_level_owner on pos.stock_levels to mostrador_owner using (true) with check (true);
create policy stock_movement_read on pos.stock_movements for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_movement_owner on pos.stock_movements to mostrador_owner using (true) with check (true);

alter table pos.stock_receipts enable row level security;
alter table pos.stock_receipts force row level security;

-- The store reads its own papers; functions write them, as somebody who may change the stock.
grant select on pos.stock_receipts to mostrador_api;
create policy stock_receipt_read on pos.stock_receipts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_receipt_owner on pos.stock_receipts to mostrador_owner using (true) with check (true);
