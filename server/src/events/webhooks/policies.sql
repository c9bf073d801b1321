alter table events.webhooks enable row level security;
alter table events.webhooks force row level security;
alter table events.webhook_deliveries enable row level security;
alter table events.webhook_deliveries force row level security;
alter table events.webhook_attempts enable row level security;
alter table events.webhook_attempts force row level security;

-- A store's webhooks are visible to people who may change the store; those of the whole merchant to people
-- who can see its portfolio. Secrets are not readable.
grant select (merchant_id, id, store_id, permission_set, url, description, types, status, disabled_reason, paused_reason, answerable_id,
  old_secret_until, failing_since, created_by, created_at, updated_at) on events.webhooks to mostrador_api;
create policy webhook_read on events.webhooks for select to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]) or store_id is null and permission_set = any ((select app.readable_sets())::int[]));
create policy webhook_owner on events.webhooks to mostrador_owner using (true) with check (true);

-- The delivery log is readable by everybody who can see the webhook. Rows with portfolio sets are never
-- updated by clients, so the two comparisons do not overlap.
grant select on events.webhook_deliveries, events.webhook_attempts to mostrador_api;
create policy delivery_read on events.webhook_deliveries for select to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]) or permission_set & 15 = 9 and permission_set = any ((select app.readable_sets())::int[]));
create policy delivery_owner on events.webhook_deliveries to mostrador_owner using (true) with check (true);
create policy attempt_read on events.webhook_attempts for select to mostrador_api
  using (permission_set = any ((select app.updatable_sets())::int[]) or permission_set & 15 = 9 and permission_set = any ((select app.readable_sets())::int[]));
create policy attempt_owner on events.webhook_attempts to mostrador_owner using (true) with check (true);
