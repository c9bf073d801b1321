-- What a biller said that somebody owes; a sale that pays it names the quote while it is fresh.
create table vas.quotes (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  account_id uuid not null,                  -- who asked
  product_id uuid not null references vas.products,
  reference text not null,
  items jsonb not null check (jsonb_typeof(items) = 'array'), -- [{reference, dueOn, amountCentavos}]
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index quotes_expired on vas.quotes (expires_at);

alter table vas.sales
  add column quote_id uuid,
  add column statement_reference text,       -- which of the biller's statements is paid
  add column statement_due_on date,
  add column posting_period jsonb,           -- when the biller books the payment, as sold
  add foreign key (merchant_id, quote_id) references vas.quotes (merchant_id, id) not valid;
alter table vas.sales validate constraint sales_merchant_id_quote_id_fkey;
