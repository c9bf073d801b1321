alter table app.workers enable row level security;
alter table app.workers force row level security;

-- Leases are taken, renewed and ended by functions that run as the owner.
create policy worker_owner on app.workers to mostrador_owner using (true) with check (true);

alter table app.nightly_checks enable row level security;
alter table app.nightly_checks force row level security;

-- Results of checks are recorded, and read for alerts, by functions that run as the owner.
create policy nightly_check_owner on app.nightly_checks to mostrador_owner using (true) with check (true);
