-- The facts that a merchant's verification is derived from, together with its bank accounts. The result stands in
-- platform.merchants, where every sale reads it.
create table platform.verifications (
  merchant_id uuid primary key references platform.merchants,
  business_evidence text,
  business_confirmed_by uuid,                -- account
  business_confirmed_at timestamptz,
  rejections int not null default 0 check (rejections >= 0),   -- of bank accounts, since the last unlock
  locked_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text,
  verified_at timestamptz,                   -- when the facts first sufficed: tells what has lapsed from what never was
  derived_at timestamptz,
  check ((business_confirmed_at is null) = (business_evidence is null)),
  check ((revoked_at is null) = (revoke_reason is null))
);
