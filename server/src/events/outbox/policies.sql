alter table events.events enable row level security;
alter table events.events force row level security;

-- An event can be read by everybody who may read the rows that it is about.
grant select on events.events to mostrador_api, mostrador_worker;
create policy event_read on events.events for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Events without a set are readable only by platform staff who oversee its merchant.
create policy event_platform_read on events.events for select to mostrador_api
  using (permission_set is null and app.oversees(merchant_id));

-- The roles that distribute events read all of them; each reader's access is checked again.
create policy event_worker_read on events.events for select to mostrador_worker using (true);
create policy event_owner on events.events to mostrador_owner using (true) with check (true);
