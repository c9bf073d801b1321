alter table events.webhooks enable row level security;
alter table events.webhooks force row level security;
alter table events.webhook_deliveries enable row level security;
alter table events.webhook_deliveries force row level security;
alter table events.webhook_attempts enable row level security;
alter table events.webhook_attempts force row level security;

-- Where a store's news is sent is for those who may change the store; what is sent of the whole merchant is seen by
-- whoever sees what stands above its stores. Secrets are no column that anybody reads.
grant select (merchant_id, id, store_id, permission_set, url, description, types, status, disabled_reason, paused_reason, answerable_id,
  old_secret_until, failing_since, created_by, created_at, updated_at) on events.webhooks to mostrador_api;
create policy webhook_read on events.webhooks for select to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]) or store_id is null and permission_set = any ((select app.readable_sets())::int[]));
create policy webhook_owner on events.webhooks to mostrador_owner using (true) with check (true);

-- The record of what was sent is read by those who see the webhook. Of portfolio sets nobody updates a row, so the
-- two comparisons do not overlap.
grant select on events.webhook_deliveries, events.webhook_attempts to mostrador_api;
create policy delivery_read on events.webhook_deliveries for select to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]) or permission_set & 15 = 9 and permission_set = any ((select app.readable_sets())::int[]));
create policy delivery_owner on events.webhook_deliveries to mostrador_owner using (true) with check (true);
create policy attempt_read on events.webhook_attempts for select to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]) or permission_set & 15 = 9 and permission_set = any ((select app.readable_sets())::int[]));
create policy attempt_owner on events.webhook_attempts to mostrador_owner using (true) with check (true);
