alter table stock.stock_counts enable row level security;
alter table stock.stock_counts force row level security;
alter table stock.stock_count_lines enable row level security;
alter table stock.stock_count_lines force row level security;

-- The store can read its sheets; functions write them, for callers who may change the stock.
grant select on stock.stock_counts, stock.stock_count_lines to mostrador_api;
create policy stock_count_read on stock.stock_counts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_count_owner on stock.stock_counts to mostrador_owner using (true) with check (true);
create policy stock_count_line_read on stock.stock_count_lines for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy stock_count_line_owner on stock.stock_count_lines to mostrador_owner using (true) with check (true);
