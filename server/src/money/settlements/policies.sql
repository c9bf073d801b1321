alter table money.settlements enable row level security;
alter table money.settlements force row level security;

-- A settlement empties the merchant's wallet, so those who read the wallet read it: managers of any of its stores.
grant select on money.settlements to mostrador_api;
create policy settlement_read on money.settlements for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- The platform's staff pay it, so they see what is asked for and where it goes, as far as each oversees the merchant,
-- and nothing of the store's business.
create policy settlement_platform_read on money.settlements for select to mostrador_api
  using (app.oversees(merchant_id));

-- Asking and deciding go through functions, which run as the owner.
create policy settlement_owner on money.settlements to mostrador_owner using (true) with check (true);
