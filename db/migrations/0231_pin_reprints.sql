-- Each time that a code was shown again, so that a store's day can be counted. Why, and by whom, is in the audit log too.
create table vas.pin_reprints (
  merchant_id uuid not null,
  sale_id uuid not null,
  no smallint not null check (no > 0),
  store_id uuid not null,
  reprinted_by uuid not null references identity.accounts,
  reprinted_at timestamptz not null default now(),
  primary key (merchant_id, sale_id, no),
  foreign key (merchant_id, sale_id) references vas.sale_pins (merchant_id, sale_id)
);
create index pin_reprints_of_a_day on vas.pin_reprints (merchant_id, store_id, reprinted_at);
