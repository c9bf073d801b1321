-- A merchant is a record of the platform: its people can see their own, platform staff those that they
-- oversee.
alter table platform.merchants enable row level security;
alter table platform.merchants force row level security;
grant select on platform.merchants to mostrador_api;
create policy merchant_own on platform.merchants for select to mostrador_api
  using (id = any (app.merchant_ids()) or owner_id = app.account_id());
create policy merchant_platform on platform.merchants for select to mostrador_api
  using (app.oversees(id));
create policy merchant_owner on platform.merchants to mostrador_owner using (true) with check (true);

-- Moves are written on the machine, and read, by functions that run as the owner.
alter table platform.merchant_moves enable row level security;
alter table platform.merchant_moves force row level security;
create policy merchant_move_owner on platform.merchant_moves to mostrador_owner using (true) with check (true);
