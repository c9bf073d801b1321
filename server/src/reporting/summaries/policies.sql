-- Rolled-up days are made and read by functions alone: no login looks at them.
alter table reporting.settlement_rollups enable row level security;
alter table reporting.settlement_rollups force row level security;
create policy settlement_rollup_owner_read on reporting.settlement_rollups for select to mostrador_owner using (true);
create policy settlement_rollup_owner_write on reporting.settlement_rollups for insert to mostrador_owner with check (true);
