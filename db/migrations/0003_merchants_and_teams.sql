create table platform.merchants (
  id uuid primary key,
  name text not null,
  trade_name text,
  rfc text,
  owner_id uuid not null references identity.accounts,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  status_reason text,
  database_id text not null default 'primary',   -- which database holds the merchant's rows
  project_id text,
  sponsor_id uuid,
  currency text not null default 'MXN' check (currency = 'MXN'),
  time_zone text not null default 'America/Mexico_City',
  is_verified boolean not null default false,
  verification_status text not null default 'UNVERIFIED'
    check (verification_status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'LAPSED', 'REVOKED', 'LOCKED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index merchants_owner on platform.merchants (owner_id);

-- A store's team has the store's id: one id names the place and the people in it.
create table shop.teams (
  merchant_id uuid not null references platform.merchants,
  id uuid not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (id)
);

-- The store matrix as data, rendered from server/src/authorization/matrix.ts.
create table authz.matrix (
  domain_no smallint not null check (domain_no between 1 and 15),
  domain text not null,
  role text not null check (role in ('manager', 'supervisor', 'cashier')),
  verbs text[] not null,                    -- what the role may do with every row of the store
  own_verbs text[] not null,                -- what it may do with its own rows
  primary key (domain_no, role)
);

create sequence authz.set_no;

-- Who may do what with the rows that name this set. The low four bits of the id are the domain's number,
-- so a plain check constraint keeps a row of one domain from carrying a set of another.
create table authz.permission_sets (
  id int primary key,
  merchant_id uuid not null references platform.merchants,
  store_id uuid,                            -- null: the merchant's portfolio, above its stores
  membership_id uuid,                       -- the member whose 'own' rows these are
  domain text not null,
  may_create text[] not null,
  may_read text[] not null,
  may_update text[] not null,
  may_delete text[] not null,
  unique (merchant_id, id),
  unique (merchant_id, store_id, id)
);
create unique index permission_sets_interned on authz.permission_sets
  (merchant_id, coalesce(store_id, merchant_id), coalesce(membership_id, merchant_id), domain);

-- The same facts the other way round: what one role string opens, read once per transaction.
create table authz.role_sets (
  role text collate "C" primary key,
  creatable int[] not null default '{}',
  readable int[] not null default '{}',
  updatable int[] not null default '{}',
  deletable int[] not null default '{}'
);

create table shop.memberships (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid not null,
  permission_set int not null check (permission_set & 15 = 7),
  account_id uuid not null references identity.accounts,
  role text not null check (role in ('manager', 'supervisor', 'cashier')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references shop.teams (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);
create unique index memberships_active on shop.memberships (account_id, store_id) where ended_at is null;
create index memberships_store on shop.memberships (merchant_id, store_id);

create table shop.invites (
  merchant_id uuid not null,
  id uuid not null,
  store_id uuid,                            -- null: an invitation to own the merchant
  permission_set int check (permission_set & 15 = 7),
  email text not null,
  role text check (role in ('manager', 'supervisor', 'cashier')),
  token_hash bytea not null unique,
  invited_by uuid not null references identity.accounts,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, id),
  check ((store_id is null) = (role is null)),
  check ((store_id is null) = (permission_set is null)),
  foreign key (merchant_id) references platform.merchants (id),
  foreign key (merchant_id, store_id) references shop.teams (merchant_id, id),
  foreign key (merchant_id, store_id, permission_set) references authz.permission_sets (merchant_id, store_id, id)
);

create table settings.settings (
  key text primary key,
  value jsonb not null,
  updated_by uuid references identity.accounts,
  updated_at timestamptz not null default now()
);
comment on table settings.settings is 'What an administrator has set; keys, types and defaults are in the registry.';

create table audit.log (
  id uuid primary key default app.uuid_v7(),
  at timestamptz not null default now(),
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  user_id uuid,                             -- null: the system, or a caller that has no account
  merchant_id uuid,
  store_id uuid,
  permission_set int check (permission_set & 15 = 11),
  request_id text
);
create index audit_log_store on audit.log (merchant_id, permission_set, id desc);
create index audit_log_at on audit.log (id desc) include (action);
create index audit_log_entity on audit.log (entity, entity_id, id);
