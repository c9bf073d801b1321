-- Transfers between banks: each is used once, over all merchants.

-- Uses a transfer for a deposit or a settlement. Returns the earlier use when it has one already, and then changes
-- nothing; a concurrent caller waits for the first.
create or replace function money.use_transfer(p_kind text, p_tracking_key text, p_merchant uuid, p_id uuid)
  returns money.used_transfers
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_earlier money.used_transfers;
begin
  perform app.commit_as_one();
  insert into money.used_transfers (kind, tracking_key, merchant_id, id) values (p_kind, p_tracking_key, p_merchant, p_id)
  on conflict (kind, tracking_key) do nothing;
  if not found then
    select u.* into strict v_earlier from money.used_transfers u where u.kind = p_kind and u.tracking_key = p_tracking_key;
  end if;
  return v_earlier;
end $$;
