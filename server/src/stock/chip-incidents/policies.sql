alter table stock.chip_incidents enable row level security;
alter table stock.chip_incidents force row level security;

-- Read and closed only through functions: a merchant would learn from it what another one has.
create policy chip_incident_owner on stock.chip_incidents to mostrador_owner using (true) with check (true);
