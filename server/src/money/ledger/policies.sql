alter table money.wallets enable row level security;
alter table money.wallets force row level security;
alter table money.postings enable row level security;
alter table money.postings force row level security;
alter table money.entries enable row level security;
alter table money.entries force row level security;

-- The books are readable by the managers of the merchant's stores, and written only by functions.
grant select on money.wallets, money.postings, money.entries to mostrador_api;
create policy wallet_read on money.wallets for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy posting_read on money.postings for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy entry_read on money.entries for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Posting functions run as the owner.
create policy wallet_owner on money.wallets to mostrador_owner using (true) with check (true);
create policy posting_owner on money.postings to mostrador_owner using (true) with check (true);
create policy entry_owner on money.entries to mostrador_owner using (true) with check (true);

alter table money.used_transfers enable row level security;
alter table money.used_transfers force row level security;

-- Platform staff can see which transfers were used, of merchants that they oversee; a function enters them.
grant select on money.used_transfers to mostrador_api;
create policy used_transfer_read on money.used_transfers for select to mostrador_api
  using (app.oversees(merchant_id));
create policy used_transfer_owner on money.used_transfers to mostrador_owner using (true) with check (true);
