-- Rolled-up days are written and read only by functions; no login role can read them.
alter table reporting.settlement_rollups enable row level security;
alter table reporting.settlement_rollups force row level security;
create policy settlement_rollup_owner_read on reporting.settlement_rollups for select to mostrador_owner using (true);
create policy settlement_rollup_owner_write on reporting.settlement_rollups for insert to mostrador_owner with check (true);
