alter table shop.terminals enable row level security;
alter table shop.terminals force row level security;
alter table shop.terminal_devices enable row level security;
alter table shop.terminal_devices force row level security;

-- Everybody in the store can see its terminals; managers change them.
grant select, insert, delete on shop.terminals to mostrador_api;
grant update (name, status, updated_at) on shop.terminals to mostrador_api;
create policy terminal_read on shop.terminals for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy terminal_create on shop.terminals for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy terminal_update on shop.terminals for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy terminal_delete on shop.terminals for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));
create policy terminal_owner on shop.terminals to mostrador_owner using (true) with check (true);

-- No login can read device tokens' hashes; functions that run as the owner do.
create policy terminal_device_owner on shop.terminal_devices to mostrador_owner using (true) with check (true);

alter table shop.terminal_enabling_codes enable row level security;
alter table shop.terminal_enabling_codes force row level security;

-- Nor can codes be read: a typed code is looked up by its hash.
create policy terminal_enabling_code_owner on shop.terminal_enabling_codes to mostrador_owner using (true) with check (true);
