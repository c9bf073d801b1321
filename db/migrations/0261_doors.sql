-- What a merchant's files come to: the sum that its quota is held against, kept beside them so that races cannot pass it.
create table catalog.file_storage (
  merchant_id uuid primary key references platform.merchants,
  used_bytes bigint not null default 0 check (used_bytes >= 0)
);
insert into catalog.file_storage (merchant_id, used_bytes)
select f.merchant_id, sum(length(f.content)) from catalog.files f group by f.merchant_id;

-- It answers one thing more: what to say when it was wrong. A function's answer cannot be changed in place.
drop function if exists identity.begin_sign_in(text, inet);
