-- Pauses a webhook: its person may no longer answer for it, or it was changed, paused or deleted in the time that a restore
-- has lost. Whoever manages it resumes or deletes it. Returns false when it was not active.
create or replace function events.pause_webhook(p_merchant uuid, p_id uuid, p_reason text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update events.webhooks w set status = 'PAUSED', paused_reason = p_reason, updated_at = app.clock()
   where w.merchant_id = p_merchant and w.id = p_id and w.status = 'ACTIVE';
  return found;
end $$;
