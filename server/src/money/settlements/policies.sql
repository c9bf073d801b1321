alter table money.settlements enable row level security;
alter table money.settlements force row level security;

-- A settlement is paid from the merchant's wallet, so it is readable by the people who read the wallet:
-- managers of any of its stores.
grant select on money.settlements to mostrador_api;
create policy settlement_read on money.settlements for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Platform staff pay it, so they can see the requests and their bank accounts, of merchants that they
-- oversee, and nothing of the store's business.
create policy settlement_platform_read on money.settlements for select to mostrador_api
  using (app.oversees(merchant_id));

-- Requests and decisions are made by functions that run as the owner.
create policy settlement_owner on money.settlements to mostrador_owner using (true) with check (true);
