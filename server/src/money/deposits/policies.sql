alter table money.deposits enable row level security;
alter table money.deposits force row level security;

-- A deposit fills the merchant's wallet, so those who read the wallet read it: managers of any of its stores.
grant select on money.deposits to mostrador_api;
create policy deposit_read on money.deposits for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- The one row of a merchant that the platform's staff see: without looking at it nobody could tell whether the
-- money has arrived. It holds what was reported and nothing of the store's business.
create policy deposit_platform_read on money.deposits for select to mostrador_api
  using (app.oversees(merchant_id));

-- Reporting and reviewing go through functions, which run as the owner.
create policy deposit_owner on money.deposits to mostrador_owner using (true) with check (true);
