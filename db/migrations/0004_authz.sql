-- Role strings, permission sets and the store matrix.
create schema authz;
grant usage on schema authz to mostrador_api, mostrador_worker;

-- The store matrix as data, rendered from server/src/authorization/matrix.ts.
create table authz.matrix ( -- place: shared
  domain_no smallint not null check (domain_no between 1 and 15),
  domain text not null,
  role text not null check (role in ('manager', 'supervisor', 'cashier')),
  verbs text[] not null,                    -- what the role may do with all rows of the store
  own_verbs text[] not null,                -- what it may do with its own rows
  primary key (domain_no, role)
);

-- The domains whose rows a terminal session may write, within its role; rendered from the matrix.
create table authz.till_domains ( -- place: control
  domain_no smallint primary key check (domain_no between 1 and 15)
);

-- What each scope of an API key allows on the rows of one domain, rendered from the matrix.
create table authz.scopes ( -- place: control
  scope text not null,
  domain_no smallint not null check (domain_no between 1 and 15),
  verb text not null check (verb in ('create', 'read', 'update', 'delete')),
  primary key (scope, verb)
);

create sequence authz.set_no;

-- The grammar of role strings (server/src/authorization/role-strings.ts). Access is decided by comparing
-- whole strings, so a malformed one would grant nothing, or later match somebody else: it is refused when it
-- is stored.
create domain authz.role_string as text
  check (value is not null and value ~ '^(guests|label:(platformOperator|platformAdmin|distributor)|(user|member):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|team:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(/(cashier|supervisor|manager))?)$');

-- Who may do what with the rows that have this set. The low four bits of the id are the domain's number, so
-- that a check constraint keeps rows of one domain from having a set of another.
create table authz.permission_sets ( -- place: shared
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
  unique (merchant_id, store_id, id),
  constraint permission_sets_roles
    check ((may_create || may_read || may_update || may_delete)::authz.role_string[] is not null)
);
create unique index permission_sets_interned on authz.permission_sets
  (merchant_id, coalesce(store_id, merchant_id), coalesce(membership_id, merchant_id), domain);

-- The same data by role string: what a role string can access, read once per transaction.
create table authz.role_sets ( -- place: control
  role text collate "C" primary key,
  creatable int[] not null default '{}',
  readable int[] not null default '{}',
  updatable int[] not null default '{}',
  deletable int[] not null default '{}',
  constraint role_sets_role check (role::authz.role_string is not null)
);

-- Copies of what each transaction reads of its caller (standings.sql): the directory is on every node, and reading it
-- costs more there.
create table authz.callers ( -- place: control
  account_id uuid primary key references identity.accounts,
  kind text not null,
  email text,
  name text not null,
  status text not null
);
comment on table authz.callers is 'What authentication reads of an account.';

create table authz.standings ( -- place: control
  merchant_id uuid not null references platform.merchants,
  membership_id uuid not null,
  account_id uuid not null references identity.accounts,
  store_id uuid not null,
  role text not null,
  merchant_status text not null,
  is_owner boolean not null,                -- whether the account owns the merchant
  primary key (merchant_id, membership_id)
);
create unique index standings_account on authz.standings (account_id, store_id);
comment on table authz.standings is 'What authentication reads of a membership that has not ended, with its merchant.';
