-- Figures of days, written down.
create schema reporting;
grant usage on schema reporting to mostrador_api, mostrador_worker;

-- One line of a report: what was sold, given back and passed on to others' services under one key. Null: the key
-- says nothing about it, as a way of paying says nothing about cost.
create type reporting.sales_figure as (
  key text,
  label text,                                -- a name, where the key is an id
  order_count bigint,
  item_quantity numeric,
  gross_centavos bigint,
  discount_centavos bigint,
  total_centavos bigint,                     -- tax included; of a way of paying, what was paid
  tax_centavos bigint,
  rounding_centavos bigint,
  cost_centavos bigint,
  refund_count bigint,
  refund_centavos bigint,
  refund_tax_centavos bigint,
  refund_cost_centavos bigint,               -- of what went back on the shelf
  vas_count bigint,
  vas_amount_centavos bigint,
  vas_fee_centavos bigint,
  vas_commission_centavos bigint,
  vas_pending_count bigint,
  vas_pending_centavos bigint                -- amount and fee of what has no outcome yet
);

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

-- What a store sold on a business day, by its own clock. A day is computed from history; what is found to have come
-- late makes a new version, and what was said before stays.
create table reporting.daily_sales_rollups (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 9),
  business_on date not null,
  version int not null check (version > 0),
  is_final boolean not null,                 -- computed when the day was over
  order_count int not null,
  item_quantity numeric(16, 3) not null,
  gross_centavos app.centavos not null,
  discount_centavos app.centavos not null,
  total_centavos app.centavos not null,
  tax_centavos app.centavos not null,
  net_centavos app.centavos not null generated always as (total_centavos - tax_centavos) stored,
  rounding_centavos app.centavos not null,
  cost_centavos app.centavos not null,
  refund_count int not null,
  refund_centavos app.centavos not null,
  refund_tax_centavos app.centavos not null,
  refund_cost_centavos app.centavos not null,
  vas_count int not null,
  vas_amount_centavos app.centavos not null,
  vas_fee_centavos app.centavos not null,
  vas_commission_centavos app.centavos not null,
  vas_pending_count int not null,
  vas_pending_centavos app.centavos not null,
  breakdowns jsonb not null,                 -- {"hour": [figure…], "method": […], "cashier", "tax_rate", "vas_kind"}
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, business_on, version),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index daily_sales_rollups_store on reporting.daily_sales_rollups (merchant_id, store_id, permission_set, business_on desc, id desc);
