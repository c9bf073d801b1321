alter table events.events enable row level security;
alter table events.events force row level security;

-- An event is told to those who may read the rows that it is about.
grant select on events.events to mostrador_api, mostrador_worker;
create policy event_read on events.events for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- What is nobody's row is told to the platform's staff, as far as each oversees its merchant, and to nobody else.
create policy event_platform_read on events.events for select to mostrador_api
  using (permission_set is null and app.oversees(merchant_id));

-- Whoever passes events on looks at all of them; whom each one reaches is decided again for every reader.
create policy event_worker_read on events.events for select to mostrador_worker using (true);
create policy event_owner on events.events to mostrador_owner using (true) with check (true);
