-- A sale that the merchant's own account at the provider pays for; null: the wallet does.
alter table vas.sales
  add column connection_id uuid,
  add foreign key (merchant_id, connection_id) references shop.connections (merchant_id, id) not valid;
alter table vas.sales validate constraint sales_merchant_id_connection_id_fkey;

-- What such a sale takes from that account is written down in the merchant's books; the wallet is not touched.
alter table money.postings
  drop constraint postings_kind_check,
  add constraint postings_kind_check check (kind in ('deposit', 'reserve', 'capture', 'release', 'reverse', 'correction',
    'connection_capture', 'connection_reverse')) not valid;
alter table money.postings validate constraint postings_kind_check;
alter table money.entries
  drop constraint entries_account_check,
  add constraint entries_account_check check (account in ('wallet', 'wallet_held', 'aggregator_payable',
    'commission_income', 'settlements_in_transit', 'deposits_clearing', 'suspense', 'connection_balance',
    'connection_spent')) not valid;
alter table money.entries validate constraint entries_account_check;
