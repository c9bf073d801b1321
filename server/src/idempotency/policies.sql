-- The first answer to a key is replayed to the account that sent the key, or to the machines of the merchant whose machine
-- sent it. The answer of a service sale is filled in by the worker when the sale is settled.
alter table app.idempotency_keys enable row level security;
alter table app.idempotency_keys force row level security;
grant select on app.idempotency_keys to mostrador_api;
grant select, update (status, body), delete on app.idempotency_keys to mostrador_worker;
create policy key_read on app.idempotency_keys for select to mostrador_api
  using (account_id = app.account_id() or app.acts_by_key() and account_id = any (app.merchant_ids()));
create policy key_worker_read on app.idempotency_keys for select to mostrador_worker using (true);
create policy key_worker_update on app.idempotency_keys for update to mostrador_worker using (true);
create policy key_worker_delete on app.idempotency_keys for delete to mostrador_worker using (true);
create policy key_owner on app.idempotency_keys to mostrador_owner using (true) with check (true);
