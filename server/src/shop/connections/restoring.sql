-- Pauses a connection: its person may no longer answer for it, or it was paused or deleted in the time that a restore has
-- lost. A manager of the store resumes or deletes it. Returns false when it was paused or deleted already.
create or replace function shop.pause_connection(p_merchant uuid, p_id uuid, p_reason text) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  update shop.connections c set paused_at = now(), paused_reason = p_reason
   where c.merchant_id = p_merchant and c.id = p_id and c.deleted_at is null and c.paused_at is null;
  return found;
end $$;
