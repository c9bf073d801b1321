-- What a merchant's business day came to, told again in a new version when later entries have changed it.
create table reporting.settlement_rollups (
  merchant_id uuid not null references platform.merchants,
  day date not null,                         -- in the merchant's time zone
  version int not null check (version > 0),
  lines jsonb not null,                      -- [{topic, kind, status, count, amountCentavos, …}], in one order
  closing_centavos app.centavos not null,    -- of the wallet, at the end of the day
  rolled_up_at timestamptz not null default now(),
  primary key (merchant_id, day, version)
);
create index settlement_rollups_day on reporting.settlement_rollups (day);

-- Looks across merchants are by the day; rows come in the order of time, so a few pages of index tell where.
create index sales_created on vas.sales using brin (created_at);
create index sales_orders_created on selling.sales_orders using brin (sold_on);
create index refunds_created on selling.refunds using brin (refunded_on);
