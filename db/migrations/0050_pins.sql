-- How the buyer of a code redeems it, and under which terms; as the aggregator's catalog says.
alter table vas.products add column usage_info text[] not null default '{}', add column terms text;

-- The codes that were sold, sealed: `sealed` under a data key of the row's own, `sealed_key` that key under the
-- key-encryption key, both bound to the sale. Shown once; a supervisor may print it again, three times at most.
create table vas.sale_pins (
  merchant_id uuid not null,
  sale_id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  sealed bytea not null,
  sealed_key bytea not null,
  key_id bytea not null generated always as (substring(sealed_key from 2 for 4)) stored, -- which key-encryption key
  last_four text not null check (length(last_four) <= 4),      -- all that masked answers need
  usage_info text[] not null,                -- as sold: the catalog may change
  terms text,
  kept_at timestamptz not null default now(),
  revealed_at timestamptz,                   -- one answer carried the code, and no other does …
  revealed_by uuid,                          -- … which went to this account
  reprints smallint not null default 0 check (reprints between 0 and 3),
  primary key (merchant_id, sale_id),
  foreign key (merchant_id, sale_id) references vas.sales (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
