alter table platform.places enable row level security;
alter table platform.places force row level security;

-- Administrators can see which places there are: they choose one for a new merchant.
grant select (id, is_open, down_at) on platform.places to mostrador_api;
create policy place_read on platform.places for select to mostrador_api
  using (app.is_admin());

-- They are changed on the machine, by functions that run as the owner.
create policy place_owner on platform.places to mostrador_owner using (true) with check (true);
