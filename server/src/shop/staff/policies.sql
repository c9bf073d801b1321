alter table shop.employees enable row level security;
alter table shop.employees force row level security;

-- Managers keep the list, supervisors read it, a cashier reads the own record.
grant select, insert, delete on shop.employees to mostrador_api;
grant update (name, email, phone, code, position, status, updated_at) on shop.employees to mostrador_api;
create policy employee_read on shop.employees for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy employee_create on shop.employees for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]) and membership_id is null);
create policy employee_update on shop.employees for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));
create policy employee_delete on shop.employees for delete to mostrador_api
  using (permission_set = any ((select app.deletable_sets())::int[]) and membership_id is null);
create policy employee_owner on shop.employees to mostrador_owner using (true) with check (true);
