alter table pos.terminals enable row level security;
alter table pos.terminals force row level security;
alter table pos.terminal_devices enable row level security;
alter table pos.terminal_devices force row level security;

-- Everybody in the store sees its terminals; managers change them.
grant select, insert, delete on pos.terminals to mostrador_api;
grant update (name, status, updated_at) on pos.terminals to mostrador_api;
create policy terminal_read on pos.terminals for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy terminal_create on pos.terminals for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy terminal_update on pos.terminals for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy terminal_delete on pos.terminals for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));
create policy terminal_owner on pos.terminals to mostrador_owner using (true) with check (true);

-- No login reads by what a device is known: functions do, which run as the owner.
create policy terminal_device_owner on pos.terminal_devices to mostrador_owner using (true) with check (true);

alter table pos.terminal_enabling_codes enable row level security;
alter table pos.terminal_enabling_codes force row level security;

-- Nor is any code read: what a device types is looked for by its hash.
create policy terminal_enabling_code_owner on pos.terminal_enabling_codes to mostrador_owner using (true) with check (true);
