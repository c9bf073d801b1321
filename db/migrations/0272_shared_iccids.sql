-- An ICCID is one unit's at a merchant. That another merchant has the same number is for the platform to look into, and
-- told to neither of them.
-- Impossible inside a transaction, and its name is wanted again at once.
-- squawk-ignore require-concurrent-index-deletion
drop index stock.chip_units_iccid;
create unique index chip_units_iccid on stock.chip_units (merchant_id, iccid);
create index chip_units_shared on stock.chip_units (iccid, merchant_id);

create table stock.chip_incidents (
  id uuid primary key,
  iccid text not null unique,
  merchant_ids uuid[] not null check (cardinality(merchant_ids) > 1),   -- in order, each once
  found_at timestamptz not null default now(),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  closed_by uuid references identity.accounts (id),
  closed_at timestamptz,
  close_reason text,
  check ((status = 'CLOSED') = (closed_at is not null and closed_by is not null and close_reason is not null))
);
create index chip_incidents_open on stock.chip_incidents (id desc) where status = 'OPEN';
