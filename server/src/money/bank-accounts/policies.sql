alter table money.bank_accounts enable row level security;
alter table money.bank_accounts force row level security;

-- Where the merchant is paid is known to those who read its wallet: managers of any of its stores. Nobody reads by
-- this login what is sealed.
grant select (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, status, added_by, added_at, decided_by,
              decided_at, reason, is_attested, verified_at, expires_at) on money.bank_accounts to mostrador_api;
create policy bank_account_read on money.bank_accounts for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- The platform's staff see whose account waits for their word, as far as each oversees the merchant.
create policy bank_account_platform_read on money.bank_accounts for select to mostrador_api
  using (app.oversees(merchant_id));

-- Accounts are given and decided about by functions, which run as the owner.
create policy bank_account_owner on money.bank_accounts to mostrador_owner using (true) with check (true);
