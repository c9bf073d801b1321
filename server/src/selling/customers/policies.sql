alter table selling.customers enable row level security;
alter table selling.customers force row level security;

-- Everybody in the store maintains its customers.
grant select, insert, delete on selling.customers to mostrador_api;
grant update (name, email, phone, rfc, notes, updated_at) on selling.customers to mostrador_api;
create policy customer_read on selling.customers for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy customer_create on selling.customers for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]));
create policy customer_update on selling.customers for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy customer_delete on selling.customers for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]));
create policy customer_owner on selling.customers to mostrador_owner using (true) with check (true);
