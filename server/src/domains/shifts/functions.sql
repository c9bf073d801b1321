-- The next number of a store's paper: A for sales, D for what is given back, Z for closed shifts. Consecutive and
-- without gaps: whoever is refused afterwards takes the number back. It queues the store's tills one behind the
-- other, so it is the last thing that a transaction does.
create or replace function pos.next_folio(p_merchant uuid, p_store uuid, p_series text) returns text
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into pos.folios as f (merchant_id, store_id, series, last_no) values (p_merchant, p_store, p_series, 1)
  on conflict (merchant_id, store_id, series) do update set last_no = f.last_no + 1
  returning p_series || '-' || lpad(f.last_no::text, 6, '0')
$$;

-- The open shift of a member, which stays open until this transaction ends: whoever sells shares its lock, and
-- whoever closes it takes the lock alone. No row is written by merely selling in it.
create or replace function pos.hold_shift(p_merchant uuid, p_membership uuid) returns pos.shifts
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_shift pos.shifts;
begin
  select s.* into v_shift from pos.shifts s
   where s.merchant_id = p_merchant and s.membership_id = p_membership and s.status = 'OPEN';
  if found then
    perform pg_advisory_xact_lock_shared(app.authority_key(v_shift.id));
    -- Whoever held the lock before may have closed it.
    select s.* into v_shift from pos.shifts s
     where s.merchant_id = p_merchant and s.id = v_shift.id and s.status = 'OPEN';
  end if;
  if not found then
    raise exception 'shift_closed' using errcode = 'MO001', detail = jsonb_build_object(
      'detail', 'Open a shift first; a closed one takes nothing more.')::text;
  end if;
  return v_shift;
end $$;
