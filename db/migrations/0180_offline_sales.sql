-- Sales that a till made while it could not ask: goods and money had changed hands before anybody here heard of it.
create table selling.offline_sales (
  merchant_id uuid not null,
  id uuid not null,                          -- made by the device; the cart that it becomes has the same
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 3),
  membership_id uuid not null,               -- who sold, which is whose shift it was
  account_id uuid not null,
  cashier_name text not null,
  terminal_id uuid,
  shift_id uuid not null,                    -- that was open when it was sold
  sold_at timestamptz not null,              -- by the device, within the shift and not in the future
  lines jsonb not null,                      -- as they were shown to the customer, with what the catalog says now
  payments jsonb not null,
  total_centavos app.centavos not null check (total_centavos >= 0),
  difference_centavos app.centavos not null, -- what was shown less what the catalog says now, before discounts
  status text not null check (status in ('HELD', 'BOOKED', 'DISCARDED')),
  reasons jsonb not null default '[]',       -- why it was not booked at once
  order_id uuid,
  folio text,
  decided_by uuid,                           -- account
  decider_name text,
  decision_reason text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  check ((status = 'BOOKED') = (order_id is not null)),
  check ((status = 'DISCARDED') <= (decision_reason is not null)),
  foreign key (merchant_id, store_id) references shop.stores (merchant_id, id),
  foreign key (merchant_id, membership_id) references shop.memberships (merchant_id, id),
  foreign key (merchant_id, terminal_id) references shop.terminals (merchant_id, id),
  foreign key (merchant_id, store_id, shift_id) references shop.shifts (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, order_id) references selling.sales_orders (merchant_id, store_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
) with (fillfactor = 70);
create index offline_sales_store on selling.offline_sales (merchant_id, store_id, permission_set, created_at desc, id desc);
create index offline_sales_held on selling.offline_sales (merchant_id, store_id, created_at) where status = 'HELD';

-- An order is written down with the moment at which it was sold, which may be earlier than now.
drop function if exists selling.write_order(selling.carts, uuid, shop.shifts, uuid, bigint, jsonb);
