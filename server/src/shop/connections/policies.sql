alter table shop.connections enable row level security;
alter table shop.connections force row level security;

-- The store's team can see its connections; their sealed columns are not readable by this login.
grant select (merchant_id, id, store_id, permission_set, provider, environment, name, key_last_four, fingerprint,
              available_centavos, checked_at, created_by, created_at, deleted_at,
              answerable_id, paused_at, paused_reason) on shop.connections to mostrador_api;
create policy connection_read on shop.connections for select to mostrador_api
  using (permission_set = any ((select app.readable_sets())::int[]));

-- Managers create connections in their own name. With `created_at`, since Citus writes a default into the insert that it
-- sends to a node.
grant insert (merchant_id, id, store_id, permission_set, provider, environment, name, key_last_four, fingerprint,
              sealed, sealed_key, created_by, created_at) on shop.connections to mostrador_api;
create policy connection_insert on shop.connections for insert to mostrador_api
  with check (permission_set = any ((select app.creatable_sets())::int[]) and created_by = app.account_id());

-- They record the balance and delete; credentials never change: different ones need a new connection.
grant update (available_centavos, checked_at, deleted_by, deleted_at) on shop.connections to mostrador_api;
create policy connection_update on shop.connections for update to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]));

-- The worker reads the sealed credentials to settle sales and ask for balances, whether or not the manager
-- still works there.
grant select on shop.connections to mostrador_worker;
create policy connection_worker_read on shop.connections for select to mostrador_worker using (true);

-- Opening a sale reads its connection, in a function that runs as the owner.
create policy connection_owner on shop.connections to mostrador_owner using (true) with check (true);
