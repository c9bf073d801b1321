alter table shop.shifts enable row level security;
alter table shop.shifts force row level security;
alter table shop.cash_movements enable row level security;
alter table shop.cash_movements force row level security;
alter table shop.shift_reports enable row level security;
alter table shop.shift_reports force row level security;
alter table shop.folios enable row level security;
alter table shop.folios force row level security;

-- A cashier can read their own shifts; supervisors and managers every shift of the store. Functions write.
grant select on shop.shifts, shop.cash_movements, shop.shift_reports to mostrador_api;
create policy shift_read on shop.shifts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy shift_owner on shop.shifts to mostrador_owner using (true) with check (true);
create policy cash_movement_read on shop.cash_movements for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy cash_movement_owner on shop.cash_movements to mostrador_owner using (true) with check (true);
create policy shift_report_read on shop.shift_reports for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy shift_report_owner on shop.shift_reports to mostrador_owner using (true) with check (true);
create policy folio_owner on shop.folios to mostrador_owner using (true) with check (true);
