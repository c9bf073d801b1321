alter table app.workers enable row level security;
alter table app.workers force row level security;

-- Leases are taken, renewed and ended by functions that run as the owner.
create policy worker_owner on app.workers to mostrador_owner using (true) with check (true);
