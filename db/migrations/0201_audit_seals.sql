-- A seal covers some entries of the audit log, each once, and names the seal before it. It is signed by a key that
-- the database has not got, so that whoever can write here cannot write history anew.
create table audit.seals (
  no bigint primary key check (no > 0),
  at timestamptz not null,
  audit_ids uuid[] not null check (cardinality(audit_ids) between 1 and 1000),
  leaves bytea[] not null,                   -- hash of each entry, in the order of audit_ids
  root bytea not null,                       -- of the Merkle tree over the leaves
  previous bytea not null,                   -- hash of the seal before; of the first one nothing
  public_key bytea not null,
  signature bytea not null,
  through_ms bigint not null,                -- the latest moment that an id sealed so far was made
  check (cardinality(leaves) = cardinality(audit_ids))
);
