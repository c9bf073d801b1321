-- Opens an incident for each of these ICCIDs that more than one merchant has, and reopens it when another merchant joins.
-- Null: those imported in the last two days, which concurrent imports may have missed. Returns how many are new. Every import
-- calls it, so that its own answer reveals nothing.
create or replace function stock.open_chip_incidents(p_iccids text[] default null) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_iccids text[] := p_iccids;
  v_shared record;
  v_incident stock.chip_incidents;
  v_opened int := 0;
begin
  if v_iccids is null then
    v_iccids := array(
      select u.iccid from stock.chip_imports i
        join stock.chip_units u on u.merchant_id = i.merchant_id and u.import_id = i.id
       where i.imported_at > now() - interval '2 days');
  end if;
  for v_shared in
    select u.iccid, array_agg(distinct u.merchant_id order by u.merchant_id) as merchant_ids
      from stock.chip_units u
     where u.iccid = any (v_iccids)
     group by u.iccid having count(distinct u.merchant_id) > 1
  loop
    insert into stock.chip_incidents as c (id, iccid, merchant_ids)
    values (app.uuid_v7(), v_shared.iccid, v_shared.merchant_ids)
    on conflict (iccid) do update
       set merchant_ids = excluded.merchant_ids, status = 'OPEN', found_at = now(), closed_by = null, closed_at = null,
           close_reason = null
     where c.merchant_ids <> excluded.merchant_ids
    returning c.* into v_incident;
    continue when not found;
    perform audit.record('chips.iccid_shared', 'chip_incident', v_incident.id::text, null,
      jsonb_build_object('iccid', v_incident.iccid, 'merchantIds', v_incident.merchant_ids));
    v_opened := v_opened + 1;
  end loop;
  return v_opened;
end $$;
grant execute on function stock.open_chip_incidents(text[]) to mostrador_worker;

-- ICCIDs that several merchants have, newest first, with who imported them and the state of their units.
-- Staff who oversee only some merchants see the incidents that concern no others.
create or replace function stock.chip_incidents_seen(p_status text, p_limit int, p_before uuid)
  returns table (id uuid, iccid text, status text, found_at timestamptz, closed_at timestamptz, close_reason text, parties jsonb)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_incidents stock.chip_incidents[];
  v_iccids text[];
  v_unit record;
  v_parties jsonb := '{}';
begin
  if not app.is_operator() then
    return;
  end if;
  select coalesce(array_agg(c order by c.id desc), '{}') into v_incidents
    from (select c.* from stock.chip_incidents c
           where not exists (select 1 from unnest(c.merchant_ids) x (id) where not app.oversees(x.id))
             and (p_status is null or c.status = p_status) and (p_before is null or c.id < p_before)
           order by c.id desc limit p_limit) c;
  v_iccids := array(select c.iccid from unnest(v_incidents) c);
  -- On their own: on a cluster, units are on the nodes of their merchants, and incidents on the coordinator.
  for v_unit in
    select u.iccid, jsonb_build_object('merchant', jsonb_build_object('id', m.id, 'name', coalesce(m.trade_name, m.name)),
             'unitStatus', u.status, 'importedAt', to_char(u.imported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as party
      from stock.chip_units u join platform.merchants m on m.id = u.merchant_id
     where u.iccid = any (v_iccids)
     order by u.imported_at, m.id
  loop
    v_parties := v_parties || jsonb_build_object(v_unit.iccid, coalesce(v_parties -> v_unit.iccid, '[]') || v_unit.party);
  end loop;
  return query
  select c.id, c.iccid, c.status, c.found_at, c.closed_at, c.close_reason, v_parties -> c.iccid
    from unnest(v_incidents) with ordinality c order by c.ordinality;
end $$;

-- Locks an incident.
create or replace function stock.hold_chip_incident(p_id uuid) returns stock.chip_incidents
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select c from stock.chip_incidents c where c.id = p_id for update));
end $$;

-- Closes an incident that was investigated. The merchants' data does not change.
create or replace function stock.close_chip_incident(p_id uuid, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_incident stock.chip_incidents;
begin
  perform app.assert_operator();
  v_incident := stock.hold_chip_incident(p_id);
  if exists (select 1 from unnest(v_incident.merchant_ids) x (id) where not app.oversees(x.id)) then
    perform app.refuse('not_found');
  elsif v_incident.status <> 'OPEN' then
    perform app.refuse('invalid_transition', 'The incident is closed already.');
  end if;
  update stock.chip_incidents c
     set status = 'CLOSED', closed_by = app.account_id(), closed_at = now(), close_reason = p_reason
   where c.id = p_id;
  perform audit.record('chips.incident_closed', 'chip_incident', p_id::text, jsonb_build_object('status', 'OPEN'),
    jsonb_build_object('status', 'CLOSED', 'reason', p_reason));
end $$;
grant execute on function stock.chip_incidents_seen(text, int, uuid), stock.close_chip_incident(uuid, text)
  to mostrador_api;
