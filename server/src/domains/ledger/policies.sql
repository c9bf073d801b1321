alter table ledger.wallets enable row level security;
alter table ledger.wallets force row level security;
alter table ledger.postings enable row level security;
alter table ledger.postings force row level security;
alter table ledger.entries enable row level security;
alter table ledger.entries force row level security;

-- The books are read by the managers of the merchant's stores, and written by functions alone.
grant select on ledger.wallets, ledger.postings, ledger.entries to mostrador_api;
create policy wallet_read on ledger.wallets for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy posting_read on ledger.postings for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));
create policy entry_read on ledger.entries for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Posting functions run as the owner.
create policy wallet_owner on ledger.wallets to mostrador_owner using (true) with check (true);
create policy posting_owner on ledger.postings to mostrador_owner using (true) with check (true);
create policy entry_owner on ledger.entries to mostrador_owner using (true) with check (true);
