-- Merchants that an administrator is confined to. An administrator without any oversees them all.
create table platform.admin_assignments (
  account_id uuid not null references identity.accounts,
  merchant_id uuid not null references platform.merchants,
  assigned_by uuid not null references identity.accounts,
  assigned_at timestamptz not null default now(),
  primary key (account_id, merchant_id)
);
