-- What something cost until its price changed: with it, what the catalog said at any moment can be told.
create table catalog.past_prices (
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 1),
  variant_id uuid not null,
  price_centavos app.centavos not null check (price_centavos >= 0),
  superseded_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id) on delete cascade,
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index past_prices_variant on catalog.past_prices (merchant_id, store_id, variant_id, superseded_at, id);
