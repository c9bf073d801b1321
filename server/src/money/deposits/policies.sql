alter table money.deposits enable row level security;
alter table money.deposits force row level security;

-- A deposit credits the merchant's wallet, so it is readable by the people who read the wallet: managers of
-- any of its stores.
grant select on money.deposits to mostrador_api;
create policy deposit_read on money.deposits for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Platform staff need it to check whether the money has arrived. It is the only row of a merchant that they
-- see for this, and has nothing of the store's business.
create policy deposit_platform_read on money.deposits for select to mostrador_api
  using (app.oversees(merchant_id));

-- Reporting and reviewing are done by functions that run as the owner.
create policy deposit_owner on money.deposits to mostrador_owner using (true) with check (true);
