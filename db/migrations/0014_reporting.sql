-- Rolled-up figures of days.
create schema reporting;
grant usage on schema reporting to mostrador_api, mostrador_worker;

-- One line of a report: sales, refunds and services with one key. Null: the figure does not apply to the key,
-- as cost does not apply to a payment method.
create type reporting.sales_figure as (
  key text,
  label text,                                -- a name, where the key is an id
  order_count bigint,
  item_quantity numeric,
  gross_centavos bigint,
  discount_centavos bigint,
  total_centavos bigint,                     -- including tax; by payment method, what was paid
  tax_centavos bigint,
  rounding_centavos bigint,
  cost_centavos bigint,
  refund_count bigint,
  refund_centavos bigint,                    -- of goods; by payment method, what was paid back
  refund_tax_centavos bigint,
  refund_rounding_centavos bigint,           -- what was paid back, less the amounts of the goods
  refund_cost_centavos bigint,               -- of goods returned to stock
  vas_count bigint,
  vas_amount_centavos bigint,
  vas_fee_centavos bigint,
  vas_commission_centavos bigint,
  vas_pending_count bigint,
  vas_pending_centavos bigint                -- amount and fee of services without an outcome yet
);

-- The rollup of a merchant's business day; later entries make a new version.
create table reporting.settlement_rollups ( -- place: tenant
  merchant_id uuid not null references platform.merchants,
  day date not null,                         -- in the merchant's time zone
  version int not null check (version > 0),
  lines jsonb not null,                      -- [{topic, kind, status, count, amountCentavos, …}], in a fixed order
  closing_centavos app.centavos not null,    -- the wallet's balance, at the end of the day
  rolled_up_at timestamptz not null default now(),
  primary key (merchant_id, day, version)
);
create index settlement_rollups_day on reporting.settlement_rollups (day);

-- A store's figures of a business day in its time zone. A day is computed from history; late entries make a
-- new version, and earlier versions are kept.
create table reporting.daily_sales_rollups ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 9),
  business_on date not null,
  time_zone text not null,                   -- of the store then: services belong to the day by their moment
  version int not null check (version > 0),
  is_final boolean not null,                 -- computed after the end of the day
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
  refund_rounding_centavos app.centavos not null,
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
