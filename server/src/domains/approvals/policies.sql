alter table pos.approvals enable row level security;
alter table pos.approvals force row level security;
alter table pos.discounts enable row level security;
alter table pos.discounts force row level security;

-- The store's team sees what is asked for and what was decided; asking, deciding and using are functions.
grant select on pos.approvals, pos.discounts to mostrador_api;
create policy approval_read on pos.approvals for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy approval_owner on pos.approvals to mostrador_owner using (true) with check (true);
create policy discount_read on pos.discounts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy discount_owner on pos.discounts to mostrador_owner using (true) with check (true);
