alter table stock.stock_transfers enable row level security;
alter table stock.stock_transfers force row level security;
alter table stock.stock_transfer_lines enable row level security;
alter table stock.stock_transfer_lines force row level security;

-- Each of the two stores can read its own document of a transfer; functions write both.
grant select on stock.stock_transfers, stock.stock_transfer_lines to mostrador_api;
create policy stock_transfer_read on stock.stock_transfers for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_transfer_owner on stock.stock_transfers to mostrador_owner using (true) with check (true);
create policy stock_transfer_line_read on stock.stock_transfer_lines for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_transfer_line_owner on stock.stock_transfer_lines to mostrador_owner using (true) with check (true);
