alter table shop.employees enable row level security;
alter table shop.employees force row level security;

-- Managers maintain the list, supervisors can read it, a cashier can read their own record.
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

alter table shop.memberships enable row level security;
alter table shop.memberships force row level security;
alter table shop.invites enable row level security;
alter table shop.invites force row level security;

-- Memberships are staff: a manager can read and change all of them, a supervisor can read them, a cashier
-- their own. Functions change them, since a membership comes with its permission sets.
grant select on shop.memberships to mostrador_api;
create policy membership_read on shop.memberships for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]) or account_id = app.account_id());
create policy membership_owner on shop.memberships to mostrador_owner using (true) with check (true);

-- Invitations, without the hash of their token.
grant select (merchant_id, id, store_id, permission_set, email, role, account_id, invited_by, created_at,
  expires_at, accepted_at, revoked_at) on shop.invites to mostrador_api;
create policy invite_read on shop.invites for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy invite_owner on shop.invites to mostrador_owner using (true) with check (true);

alter table shop.employee_pins enable row level security;
alter table shop.employee_pins force row level security;
alter table shop.code_attempts enable row level security;
alter table shop.code_attempts force row level security;

-- No login can read PIN hashes or failed attempts; functions that run as the owner do.
create policy employee_pin_owner on shop.employee_pins to mostrador_owner using (true) with check (true);
create policy code_attempt_owner on shop.code_attempts to mostrador_owner using (true) with check (true);
