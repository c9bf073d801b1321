alter table shop.memberships enable row level security;
alter table shop.memberships force row level security;
alter table shop.invites enable row level security;
alter table shop.invites force row level security;

-- Who works here is staff: a manager sees and changes all of it, a supervisor sees it, a cashier sees the own row.
-- Changing it is done by functions, since a membership brings its permission sets with it.
grant select on shop.memberships to mostrador_api;
create policy membership_read on shop.memberships for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]) or account_id = app.account_id());
create policy membership_owner on shop.memberships to mostrador_owner using (true) with check (true);

-- Invitations without their token's hash.
grant select (merchant_id, id, store_id, permission_set, email, role, invited_by, created_at, expires_at,
  accepted_at, revoked_at) on shop.invites to mostrador_api;
create policy invite_read on shop.invites for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy invite_owner on shop.invites to mostrador_owner using (true) with check (true);
