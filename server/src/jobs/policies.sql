alter table platform.workers enable row level security;
alter table platform.workers force row level security;

-- Leases are held, renewed and ended by functions, which run as the owner.
create policy worker_owner on platform.workers to mostrador_owner using (true) with check (true);
