-- Erases the credentials of connections that were deleted a week ago and have nothing left to settle: no sale is open,
-- and none is still watched for a reversal. Answers how many. Until then they are needed: for the settling, and for the
-- reconciliation of the last days.
create or replace function vas.erase_credentials() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_erased int;
begin
  update vas.connections c set sealed = null, sealed_key = null
   where c.sealed is not null and c.deleted_at < now() - interval '7 days'
     and not exists (
       select from vas.sales s
        where s.merchant_id = c.merchant_id and s.connection_id = c.id
          and (s.status = 'PENDING' or s.sweep_until > now() or s.created_at > now() - interval '7 days'));
  get diagnostics v_erased = row_count;
  return v_erased;
end $$;
grant execute on function vas.erase_credentials() to mostrador_worker;
