-- Customers, carts, orders, approvals, refunds, receipts.
create schema selling;
grant usage on schema selling to mostrador_api, mostrador_worker;

-- Goods to add to a cart, with their current values from the catalog.
create type selling.goods as (
  line_no int,                               -- its place in the request, from 1
  variant_id uuid,                           -- null: the store has no such variant
  product_id uuid,
  product_name text,
  variant_name text,
  sku text,
  kind text,
  unit text,
  tracks_stock boolean,
  quantity numeric,
  amount_centavos bigint,                    -- null: asked for by quantity, not by amount
  unit_price_centavos bigint,
  unit_cost_centavos bigint,
  tax_rate_bps int,                          -- null: the store has no default rate
  is_tax_exempt boolean,
  is_tax_included boolean,
  note text,
  is_sold boolean,                           -- neither product nor variant is off sale
  is_price_open boolean                      -- the price was entered at the till
);

create table selling.customers ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  name text not null,
  name_key text collate "C" not null generated always as (app.fold(name)) stored,
  email text,
  phone text,
  rfc text,
  notes text,
  search_text text not null generated always as
    (app.fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(rfc, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index customers_name on selling.customers (merchant_id, store_id, name_key, id);

create table selling.carts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  membership_id uuid not null,
  account_id uuid not null,
  terminal_id uuid,
  customer_id uuid,
  status text not null default 'OPEN' check (status in ('OPEN', 'PARKED', 'FINALIZED', 'CANCELED')),
  label text,                                -- set when parked
  version int not null default 1,            -- increases with every change; finalize names the one shown
  gross_centavos app.centavos not null default 0,      -- before discounts
  discount_centavos app.centavos not null default 0,
  tax_centavos app.centavos not null default 0,
  total_centavos app.centavos not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id),
  foreign key (merchant_id, store_id, customer_id) references selling.customers (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
) with (fillfactor = 70);
create index carts_store on selling.carts (merchant_id, store_id, updated_at desc, id desc);
create index carts_open on selling.carts (merchant_id, store_id, updated_at desc, id) where status in ('OPEN', 'PARKED');
create index carts_customer on selling.carts (merchant_id, store_id, customer_id) where customer_id is not null;

-- The lines of a cart, with names and prices. They are finalized with their cart, and then never change.
create table selling.line_items ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  cart_id uuid not null,
  position int not null,
  product_id uuid not null,
  variant_id uuid not null,
  product_name text not null,
  variant_name text,
  sku text,
  kind text not null check (kind in ('GOODS', 'SERVICE', 'CHIP')),
  unit text not null,
  tracks_stock boolean not null,
  quantity numeric(12, 3) not null check (quantity > 0),
  amount_centavos app.centavos check (amount_centavos > 0),   -- what was asked for ("20 pesos of cheese"); null: a quantity
  unit_price_centavos app.centavos not null check (unit_price_centavos >= 0),
  unit_cost_centavos app.centavos,
  tax_rate_bps int not null check (tax_rate_bps between 0 and 10000),
  is_tax_exempt boolean not null,
  is_tax_included boolean not null,
  gross_centavos app.centavos not null,      -- the amount asked for, or quantity times price
  discount_centavos app.centavos not null default 0,   -- its own, and its share of the cart's
  tax_centavos app.centavos not null,
  total_centavos app.centavos not null,      -- what the customer pays for it, including tax
  note text,
  is_price_open boolean not null default false,   -- its price was entered at the till, and its name may have been
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, cart_id) references selling.carts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, variant_id) references catalog.variants (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
) with (fillfactor = 70);
create index line_items_cart on selling.line_items (merchant_id, cart_id, position, id);
create index line_items_variant on selling.line_items (merchant_id, store_id, variant_id);
-- For pages of a store's orders, newest first.
create index line_items_store on selling.line_items (merchant_id, store_id, permission_set, created_at desc, id desc);

create table selling.sales_orders ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  cart_id uuid not null,
  folio text not null,
  customer_id uuid,
  shift_id uuid not null,
  terminal_id uuid,
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  gross_centavos app.centavos not null,
  discount_centavos app.centavos not null,
  tax_centavos app.centavos not null,
  total_centavos app.centavos not null check (total_centavos >= 0),
  rounding_centavos app.centavos not null default 0,   -- the difference made by cash rounding
  sold_at timestamptz not null,              -- when the customer paid; before created_at if the till had no network
  sold_on date not null,                     -- its business day, in the store's time zone
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  unique (merchant_id, cart_id),
  unique (merchant_id, store_id, folio),
  foreign key (merchant_id, store_id, cart_id) references selling.carts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, customer_id) references selling.customers (merchant_id, store_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index sales_orders_store on selling.sales_orders (merchant_id, store_id, created_at desc, id desc);
create index sales_orders_shift on selling.sales_orders (merchant_id, shift_id);
create index sales_orders_day on selling.sales_orders (merchant_id, store_id, sold_on);
-- For days that were written down before one of their sales was booked.
create index sales_orders_late on selling.sales_orders (merchant_id, store_id, sold_on, created_at) where sold_at < created_at;
create index sales_orders_customer on selling.sales_orders (merchant_id, store_id, customer_id, created_at desc) where customer_id is not null;
create statistics selling.sales_orders_store_set on store_id, permission_set from selling.sales_orders;
create index sales_orders_created on selling.sales_orders using brin (sold_on);

create table selling.order_payments ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  order_id uuid not null,
  position int not null,
  method text not null check (method in ('CASH', 'CARD', 'TRANSFER')),
  amount_centavos app.centavos not null check (amount_centavos >= 0),
  tendered_centavos app.centavos check (tendered_centavos >= amount_centavos),
  change_centavos app.centavos not null generated always as
    (case when tendered_centavos is null then 0 else tendered_centavos - amount_centavos end) stored,
  reference text check (reference <> ''),
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, order_id, position),
  check (method = 'CASH' or tendered_centavos is null),
  foreign key (merchant_id, store_id, order_id) references selling.sales_orders (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index order_payments_store on selling.order_payments (merchant_id, store_id, created_at desc, id desc);

-- Approvals of discounts, refunds and returns: requested, decided by another person, used once.
create table selling.approvals ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 4),
  type text not null check (type in ('DISCOUNT', 'REFUND', 'RETURN')),
  scope text not null check (scope in ('LINE', 'CART')),
  cart_id uuid,                              -- for a discount
  order_id uuid,                             -- for a refund or return
  line_item_id uuid,
  amount_centavos app.centavos check (amount_centavos > 0),
  percentage_bps int check (percentage_bps between 1 and 10000),
  subject jsonb not null,                    -- its subject when requested; it applies to nothing else
  -- The subject in words, for the person who decides: names, quantities, amounts.
  goods jsonb not null check (jsonb_typeof(goods) = 'array'),
  value_centavos app.centavos not null,      -- what it gives away or back, at the prices of the request
  reason text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'USED', 'CANCELED')),
  is_direct boolean not null default false,  -- a supervisor or manager acted without a request
  requested_by uuid not null,                -- account
  requester_membership_id uuid not null,
  requester_name text not null,
  decided_by uuid,                           -- account
  decider_membership_id uuid,
  decider_name text,
  decision_reason text,
  decided_at timestamptz,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The refund method besides the original payment. A card that did not pay gets nothing.
  refund_method text,                        -- null: only the original payments
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  check ((type = 'DISCOUNT') = (cart_id is not null)),
  check ((type = 'DISCOUNT') = (order_id is null)),
  check ((scope = 'LINE') = (line_item_id is not null) or type <> 'DISCOUNT'),
  check ((status in ('APPROVED', 'REJECTED', 'USED')) <= (decided_at is not null)),
  check ((status = 'USED') = (used_at is not null)),
  check (is_direct or decided_by is distinct from requested_by),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, store_id, cart_id) references selling.carts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, order_id) references selling.sales_orders (merchant_id, store_id, id),
  foreign key (merchant_id, requester_membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  constraint approvals_refund_method
    check (refund_method is null or refund_method in ('CASH', 'TRANSFER') and type <> 'DISCOUNT')
) with (fillfactor = 70);
create index approvals_store on selling.approvals (merchant_id, store_id, created_at desc, id desc);
create index approvals_pending on selling.approvals (merchant_id, store_id, created_at) where status = 'PENDING';
create index approvals_cart on selling.approvals (merchant_id, cart_id) where cart_id is not null;
create index approvals_order on selling.approvals (merchant_id, order_id) where order_id is not null;

create table selling.discounts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 4),
  cart_id uuid not null,
  line_item_id uuid,                         -- null: on the whole cart
  scope text not null generated always as (case when line_item_id is null then 'CART' else 'LINE' end) stored,
  amount_centavos app.centavos check (amount_centavos > 0),
  percentage_bps int check (percentage_bps between 1 and 10000),
  reason text not null,
  approval_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  check ((amount_centavos is null) <> (percentage_bps is null)),
  unique (merchant_id, approval_id),
  foreign key (merchant_id, store_id, cart_id) references selling.carts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, line_item_id) references selling.line_items (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, approval_id) references selling.approvals (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create unique index discounts_line on selling.discounts (merchant_id, cart_id, coalesce(line_item_id, cart_id));
create index discounts_store on selling.discounts (merchant_id, store_id, created_at desc, id desc);

-- Refunds, and the goods returned with them.
create table selling.refunds ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  order_id uuid not null,
  type text not null check (type in ('REFUND', 'RETURN')),
  scope text not null check (scope in ('LINE', 'CART')),
  folio text not null,
  approval_id uuid not null,
  shift_id uuid not null,
  membership_id uuid not null,
  account_id uuid not null,
  cashier_name text not null,
  reason text not null,
  amount_centavos app.centavos not null check (amount_centavos >= 0),   -- zero for goods that were free
  tax_centavos app.centavos not null,        -- included in the amount
  refunded_on date not null,                 -- the business day, in the store's time zone
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, id),
  unique (merchant_id, store_id, folio),
  unique (merchant_id, approval_id),
  foreign key (merchant_id, store_id, order_id) references selling.sales_orders (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, approval_id) references selling.approvals (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index refunds_store on selling.refunds (merchant_id, store_id, created_at desc, id desc);
create index refunds_order on selling.refunds (merchant_id, order_id);
create index refunds_shift on selling.refunds (merchant_id, shift_id);
create index refunds_day on selling.refunds (merchant_id, store_id, refunded_on);
create index refunds_created on selling.refunds using brin (refunded_on);

create table selling.refund_lines ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  refund_id uuid not null,
  line_item_id uuid not null,
  quantity numeric(12, 3) not null check (quantity >= 0),   -- of returned goods; zero for a refund of money only
  amount_centavos app.centavos not null check (amount_centavos >= 0),
  tax_centavos app.centavos not null,
  disposition text check (disposition in ('STOCK', 'WASTE')),
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, refund_id, line_item_id),
  foreign key (merchant_id, store_id, refund_id) references selling.refunds (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, line_item_id) references selling.line_items (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index refund_lines_line on selling.refund_lines (merchant_id, line_item_id);
create index refund_lines_store on selling.refund_lines (merchant_id, store_id, created_at desc, id desc);

-- Every movement of customers' money, in and out, by the shift whose drawer or terminal it belongs to.
create table selling.transactions ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null default app.uuid_v7(),
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  kind text not null check (kind in ('PAYMENT', 'REFUND')),
  method text not null check (method in ('CASH', 'CARD', 'TRANSFER')),
  amount_centavos app.centavos not null,     -- in is positive, out is negative
  order_id uuid not null,
  refund_id uuid,
  shift_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  order_payment_id uuid,                     -- the payment that a refund pays back; null: incoming money
  primary key (merchant_id, id),
  check ((kind = 'REFUND') = (refund_id is not null)),
  check (case kind when 'PAYMENT' then amount_centavos >= 0 else amount_centavos < 0 end),
  foreign key (merchant_id, store_id, order_id) references selling.sales_orders (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, refund_id) references selling.refunds (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  constraint transactions_gives_back check ((kind = 'REFUND') = (order_payment_id is not null)),
  foreign key (merchant_id, order_payment_id) references selling.order_payments (merchant_id, id)
);
create index transactions_store on selling.transactions (merchant_id, store_id, created_at desc, id desc);
create index transactions_shift on selling.transactions (merchant_id, shift_id);
create index transactions_order on selling.transactions (merchant_id, order_id);

-- The receipt as printed; a reprint has the same contents.
create table selling.receipts ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 6),   -- the member's own
  kind text not null check (kind in ('SALE', 'REFUND', 'RETURN')),
  folio text not null,
  order_id uuid not null,
  refund_id uuid,
  membership_id uuid not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, store_id, folio),
  check ((kind = 'SALE') = (refund_id is null)),
  foreign key (merchant_id, store_id, order_id) references selling.sales_orders (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, refund_id) references selling.refunds (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create index receipts_store on selling.receipts (merchant_id, store_id, created_at desc, id desc);
create index receipts_own on selling.receipts (merchant_id, permission_set, created_at desc, id desc);
create index receipts_order on selling.receipts (merchant_id, order_id);

-- Sales that a till made offline: goods and money had changed hands before the server received them.
create table selling.offline_sales ( -- place: tenant
  merchant_id uuid not null,
  id uuid not null,                          -- created by the device; also the id of its cart, unless another person has that
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  membership_id uuid not null,               -- the seller, who had the shift
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  shift_id uuid not null,                    -- open when it was sold
  sold_at timestamptz not null,              -- by the device's clock, within the shift and not in the future
  lines jsonb not null,                      -- as shown to the customer, with the catalog prices on arrival
  payments jsonb not null,
  total_centavos app.centavos not null check (total_centavos >= 0),
  difference_centavos app.centavos not null, -- shown minus catalog prices on arrival, before discounts
  status text not null check (status in ('HELD', 'BOOKED', 'DISCARDED')),
  reasons jsonb not null default '[]',       -- why it was held
  order_id uuid,
  folio text,
  decided_by uuid,                           -- account
  decider_name text,
  decision_reason text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  handed_in_by uuid not null,                -- account
  handed_in_name text not null,
  is_other_device boolean not null default false,      -- handed in from another device than the one that sold it
  counted_centavos app.centavos,             -- taken from the surplus in the count of shift_id; null: none
  primary key (merchant_id, id),
  check ((status = 'BOOKED') = (order_id is not null)),
  check ((status = 'DISCARDED') <= (decision_reason is not null)),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, order_id) references selling.sales_orders (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id),
  constraint offline_sales_counted check (counted_centavos > 0)
) with (fillfactor = 70);
create index offline_sales_store on selling.offline_sales (merchant_id, store_id, permission_set, created_at desc, id desc);
create index offline_sales_held on selling.offline_sales (merchant_id, store_id, created_at) where status = 'HELD';
create index offline_sales_shift on selling.offline_sales (merchant_id, shift_id) where counted_centavos is not null;
