alter table money.bank_accounts enable row level security;
alter table money.bank_accounts force row level security;

-- A merchant's bank accounts are readable by the people who read its wallet: managers of any of its stores.
-- The sealed columns are not readable by this login.
grant select (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, status, added_by, added_at, decided_by,
              decided_at, reason, is_attested, verified_at, expires_at) on money.bank_accounts to mostrador_api;
create policy bank_account_read on money.bank_accounts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Platform staff can see the accounts to verify, of merchants that they oversee.
create policy bank_account_platform_read on money.bank_accounts for select to mostrador_api
  using (app.oversees(merchant_id));

-- Accounts are added and decided on by functions that run as the owner.
create policy bank_account_owner on money.bank_accounts to mostrador_owner using (true) with check (true);
