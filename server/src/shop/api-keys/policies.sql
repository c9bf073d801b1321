alter table shop.api_keys enable row level security;
alter table shop.api_keys force row level security;

-- Read and written only by functions, because no permission set says who owns a merchant.
create policy api_key_owner on shop.api_keys to mostrador_owner using (true) with check (true);
