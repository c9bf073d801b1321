-- On which terms value-added services are sold: what is offered, which share of the margin the merchant earns, and the
-- fee that is charged on top. A sheet is a merchant's own, or the platform's (no merchant), which holds wherever a merchant's
-- says nothing. Its version rises with each change, so that nobody overwrites what they have not seen.
create table vas.term_sheets (
  id uuid primary key,
  merchant_id uuid unique nulls not distinct references platform.merchants (id),
  version int not null default 1,
  changed_by uuid,                           -- account
  changed_at timestamptz not null default now()
);

-- One line for a kind of services, or for one provider of it; what is null is left to the next line that covers it.
create table vas.terms (
  sheet_id uuid not null references vas.term_sheets (id),
  kind text not null check (kind in ('airtime', 'pin', 'service')),
  provider_id uuid references vas.providers (id),
  is_offered boolean,
  share_bps int check (share_bps between 0 and 10000),
  fee_centavos app.centavos check (fee_centavos between 0 and 100000),
  unique nulls not distinct (sheet_id, kind, provider_id),
  check (num_nonnulls(is_offered, share_bps, fee_centavos) > 0)
);

insert into vas.term_sheets (id, merchant_id) values (app.uuid_v7(), null);
insert into vas.terms (sheet_id, kind, is_offered, share_bps, fee_centavos)
select s.id, k.kind, true, 7500, k.fee
  from vas.term_sheets s cross join (values ('airtime', 0), ('pin', 0), ('service', 1000)) k (kind, fee);

-- What a product earns and costs on top is the terms' to say. Read and written by nothing from here on; dropped once no
-- server of before is running.
-- squawk-ignore ban-drop-not-null
alter table vas.products alter column commission_bps drop not null;
