-- The state of a database that was restored, and what brings it up to date with the journals outside it.

-- The restoration that is under way. While there is one, platform staff can only reconcile, and services are
-- not sold.
create or replace function platform.open_restoration() returns setof platform.restorations
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select r.* from platform.restorations r where r.reconciled_at is null;
end $$;

-- Marks the database as restored when the journals have acts that it lacks and that were not found before, or when
-- it, or a node of it, is another database than the one that they were written for; returns the restoration then, and no row
-- otherwise. All sessions end, what was taken away since is taken away again, and what was given waits for an
-- administrator: in one transaction, so that no request finds a restored database that is not marked.
create or replace function platform.mark_restored(p_identity text, p_replaced_nodes int[], p_seal text, p_events jsonb,
    p_folios jsonb)
  returns setof platform.restorations
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_restoration platform.restorations;
  v_event jsonb;
  v_lost jsonb;
  v_until timestamptz;
  v_now timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('platform restoration', 0));
  select coalesce(jsonb_agg(e order by e ->> 'id'), '[]') into v_lost from jsonb_array_elements(p_events) e
   where not exists (select 1 from platform.restored_acts a where a.event_id = (e ->> 'id')::uuid);
  if v_lost = '[]'
     and not (p_replaced_nodes <> '{}' and not exists (select 1 from platform.restorations r where r.identity = p_identity))
     and not (p_seal is not null and not exists (select 1 from platform.restorations r where r.seal = p_seal))
  then
    return;
  end if;

  select * into v_restoration from platform.open_restoration();
  if not found then
    -- Nodes that were restored together with the coordinator end where it does.
    v_until := coalesce(audit.known_until(case when 0 = any (p_replaced_nodes) then '{}' else p_replaced_nodes end), now());
    insert into platform.restorations (id, identity, seal, data_until)
    values (app.uuid_v7(), p_identity, p_seal, v_until)
    returning * into v_restoration;
  else
    update platform.restorations r set identity = p_identity, seal = coalesce(p_seal, r.seal), lists_read_at = null
     where r.id = v_restoration.id returning * into v_restoration;
  end if;
  perform audit.record('database.restored', 'database', v_restoration.id::text, null, jsonb_build_object(
    'dataUntil', v_restoration.data_until, 'lostActs', jsonb_array_length(v_lost),
    'endedSessions', identity.end_all_sessions('restored')));
  perform identity.end_reset_links();
  perform identity.end_factor_resets();
  -- Receipts with later numbers have been printed.
  perform case f.series when 'V' then vas.continue_folios(f."merchantId", f."storeId", f.through)
                        else shop.continue_folios(f."merchantId", f."storeId", f.series, f.through) end
     from jsonb_to_recordset(p_folios) f ("merchantId" uuid, "storeId" uuid, series text, through bigint);
  for v_event in select * from jsonb_array_elements(v_lost) loop
    perform platform.take_again(v_restoration.id, v_event);
  end loop;
  -- The last step: until the commit, clients are answered as if nothing were missing (app.is_lost_time).
  v_now := clock_timestamp();
  update platform.restorations r set found_at = v_now where r.id = v_restoration.id returning * into v_restoration;
  return next v_restoration;
end $$;

-- The subject of an act: a later act on the same subject makes an earlier proposal outdated.
create or replace function platform.subject_of(p_event jsonb) returns text
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select concat_ws(':', p_event ->> 'entity', p_event ->> 'entityId',
    case when p_event ->> 'action' like 'label.%' then coalesce(p_event -> 'after' ->> 'label', p_event -> 'before' ->> 'label')
         when p_event ->> 'action' like 'admin.%' then 'admin ' || (p_event ->> 'merchantId')
         when p_event ->> 'action' like 'account.%' then 'status'
         when p_event ->> 'action' in ('merchant.suspended', 'merchant.activated', 'merchant.closed') then 'status'
         when p_event ->> 'entity' in ('account', 'merchant') then p_event ->> 'action' end)
$$;

-- Applies one lost act as far as it took something away, and stores the result. A failure does not stop the
-- others: the act stays on the list for an administrator.
create or replace function platform.take_again(p_restoration uuid, p_event jsonb) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_status text;
  v_problem text;
begin
  begin
    v_status := platform.apply_act(p_event);
  exception when others then
    v_status := 'FAILED';
    v_problem := sqlerrm;
  end;
  update platform.restored_acts a set status = 'OUTDATED'
   where a.restoration_id = p_restoration and a.subject = platform.subject_of(p_event) and a.status = 'PROPOSED';
  insert into platform.restored_acts (event_id, restoration_id, subject, event, status, problem)
  values ((p_event ->> 'id')::uuid, p_restoration, platform.subject_of(p_event), p_event, v_status, v_problem);
  if v_status = 'APPLIED' then
    perform audit.record('restoration.applied', p_event ->> 'entity', p_event ->> 'entityId', null, jsonb_build_object(
      'eventId', p_event ->> 'id', 'action', p_event ->> 'action', 'at', p_event ->> 'at'),
      (select m.id from platform.merchants m where m.id = (p_event ->> 'merchantId')::uuid),
      (select s.id from shop.stores s where s.id = (p_event ->> 'storeId')::uuid));
  end if;
end $$;

grant execute on function
  platform.mark_restored(text, int[], text, jsonb, jsonb), platform.latest_restoration(), platform.latest_restored_acts(),
  platform.decide_act(uuid, boolean), platform.latest_unread_lists(), platform.note_lists_read(uuid, jsonb), platform.finish_restoration()
  to mostrador_worker;
grant execute on function
  platform.restoration_as_admin(), platform.restored_acts_as_admin(), platform.recovered_sales_as_admin(), platform.unread_lists_as_admin(), platform.decide_act_as_admin(uuid, boolean),
  platform.finish_restoration_as_admin() to mostrador_api;
