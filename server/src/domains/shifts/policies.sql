alter table pos.shifts enable row level security;
alter table pos.shifts force row level security;
alter table pos.cash_movements enable row level security;
alter table pos.cash_movements force row level security;
alter table pos.shift_reports enable row level security;
alter table pos.shift_reports force row level security;
alter table pos.folios enable row level security;
alter table pos.folios force row level security;

-- A cashier reads the own shift; supervisors and managers read every shift of the store. Functions write.
grant select on pos.shifts, pos.cash_movements, pos.shift_reports to mostrador_api;
create policy shift_read on pos.shifts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy shift_owner on pos.shifts to mostrador_owner using (true) with check (true);
create policy cash_movement_read on pos.cash_movements for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy cash_movement_owner on pos.cash_movements to mostrador_owner using (true) with check (true);
create policy shift_report_read on pos.shift_reports for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy shift_report_owner on pos.shift_reports to mostrador_owner using (true) with check (true);
create policy folio_owner on pos.folios to mostrador_owner using (true) with check (true);
