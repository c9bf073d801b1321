-- Pauses an active webhook, because the person responsible for it has left, or because a restore lost a change, a pause or a
-- deletion of it. A manager can resume or delete it. Returns false if it was not active.
create or replace function events.pause_webhook(p_merchant uuid, p_id uuid, p_reason text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update events.webhooks w set status = 'PAUSED', paused_reason = p_reason, updated_at = app.clock()
   where w.merchant_id = p_merchant and w.id = p_id and w.status = 'ACTIVE';
  return found;
end $$;
