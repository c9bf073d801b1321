-- Writes an entry; an act of authority is also announced to the journal outside the database.
create or replace function audit.write_entry(
  p_account uuid, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb, p_merchant uuid, p_store uuid)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid := coalesce(p_merchant, app.platform_id());
  v_entry audit.log;
begin
  insert into audit.log
    (action, entity, entity_id, before, after, user_id, merchant_id, store_id, permission_set, request_id)
  values (p_action, p_entity, p_entity_id, p_before, p_after, p_account, v_merchant, p_store,
          authz.set_of(p_merchant, p_store, 'audit'), app.request_id())
  returning * into v_entry;
  if audit.is_authority(p_action) then
    perform audit.announce(v_entry);
  end if;
end $$;

-- Writes one audit row in the transaction that it records, for functions. The user is the transaction's caller; rows of a
-- store are readable by its managers and supervisors.
create or replace function audit.record(
  p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb,
  p_merchant uuid default null, p_store uuid default null)
  returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform audit.write_entry(app.account_id(), p_action, p_entity, p_entity_id, p_before, p_after, p_merchant, p_store);
end $$;
-- The same for rows that a login writes itself, where they are written. It is the one that logins may call: nobody
-- can write in another's name. An act of no merchant names app.platform_id(); a null merchant would end Citus with signal 11.
-- place: tenant
create or replace function audit.record_at(
  p_merchant uuid, p_store uuid, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform audit.write_entry(app.account_id(), p_action, p_entity, p_entity_id, p_before, p_after, p_merchant, p_store);
end $$;
-- Records that secrets were sealed with another key, of which only its public id is known here. The owner of the
-- tables calls it, from the machine.
create or replace function audit.record_key_rotation(p_key_id text, p_resealed bigint) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select audit.record('keys.rotated', 'keys', p_key_id, null, jsonb_build_object('keyId', p_key_id, 'resealed', p_resealed))
$$;
revoke execute on function audit.record_key_rotation(text, bigint) from public;
-- The same for functions where another person acts than the session's: a supervisor at a cashier's till, or
-- an employee who has just entered a PIN. No login role may call it.
create or replace function audit.record_as(
  p_account uuid, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb,
  p_merchant uuid default null, p_store uuid default null)
  returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select audit.write_entry(p_account, p_action, p_entity, p_entity_id, p_before, p_after, p_merchant, p_store)
$$;
grant execute on function audit.record_at(uuid, uuid, text, text, text, jsonb, jsonb) to mostrador_api, mostrador_worker;

-- The hashes of entries in their current state: leaves of RFC 6962, over JSON that PostgreSQL serializes
-- deterministically. A column added later must be excluded, or entries sealed before would look changed.
create or replace function audit.leaves(p_ids uuid[]) returns table (id uuid, leaf bytea)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select l.id, sha256('\x00'::bytea || convert_to(jsonb_build_object(
    'id', l.id, 'at', (extract(epoch from l.at) * 1000000)::bigint, 'action', l.action, 'entity', l.entity,
    'entity_id', l.entity_id, 'before', l.before, 'after', l.after, 'user_id', l.user_id,
    'merchant_id', nullif(l.merchant_id, app.platform_id()), 'store_id', l.store_id, 'permission_set', l.permission_set,
    'request_id', l.request_id)::text, 'UTF8'))
    from audit.log l where l.id = any (p_ids);
end $$;

-- The milliseconds since 1970 at which an id was created.
create or replace function audit.made_at_ms(p_id uuid) returns bigint
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select ('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint
$$;

-- The period in which the ids of these entries were created. The list is in order; its last id may be null for no end.
create or replace function audit.made_between(p_ids uuid[]) returns tstzrange
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select tstzrange(to_timestamp(audit.made_at_ms(p_ids[1]) / 1000.0),
                   to_timestamp(audit.made_at_ms(p_ids[cardinality(p_ids)]) / 1000.0), '[]')
$$;

-- Entries of a part of the log that no seal covers, in order of id: from one id on, and before another (null: to the end).
-- Only the seals of that time are read.
create or replace function audit.unsealed_between(p_from uuid, p_until uuid, p_limit int) returns uuid[]
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_period tstzrange := audit.made_between(array[p_from, p_until]);
  v_end uuid := coalesce(p_until, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return array(
    with sealed as materialized (
      select unnest(s.audit_ids) as id from audit.seals s where s.made_between && v_period)
    select l.id from audit.log l
     where l.id >= p_from and l.id < v_end and not exists (select 1 from sealed where sealed.id = l.id)
     order by l.id limit p_limit);
end $$;

-- The periods whose entries may still wait for a seal. An entry is visible only when its transaction commits, which takes less
-- than ten minutes. So the main period begins ten minutes before through_ms, which never falls from one seal to the next. While
-- the clock is behind, the time around now is one too; and for the last ten seals that were made with such a clock, the hour
-- after each (decision 101).
create or replace function audit.sealable() returns tstzmultirange
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  c_slow constant interval := '10 minutes';
  v_through timestamptz := (select to_timestamp(s.through_ms / 1000.0) from audit.seals s order by s.no desc limit 1);
  v_now timestamptz := app.clock();
  v_behind tstzmultirange := (
    select range_agg(tstzrange(upper(s.made_between) - c_slow, upper(s.made_between) + interval '1 hour'))
      from (select l.made_between, to_timestamp(l.through_ms / 1000.0) as through
              from audit.seals l order by l.no desc limit 10) s
     where upper(s.made_between) < s.through - c_slow);
begin
  return coalesce(v_behind, '{}') + tstzmultirange(
    tstzrange(v_through - c_slow, null),
    case when v_now < v_through - c_slow then tstzrange(v_now - interval '1 hour', v_now + c_slow) else 'empty' end);
end $$;

-- Whether a node of a cluster has prepared a commit minutes ago and has not heard since how it ended, because it or the
-- coordinator was away. A single PostgreSQL has no such commit; on a cluster `mostrador migrate` gives this function another body.
create or replace function audit.has_commit_in_doubt() returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return false;
end $$;

-- Whether the caller may seal. MINE: it alone may, until its transaction ends. OTHERS: another process is sealing. IN_DOUBT: nobody
-- may, because a commit is in doubt; its entries would appear later with times that are already sealed. A clock that
-- has fallen behind is recorded once: the seal of this entry says from when on the log continues in an earlier time.
create or replace function audit.begin_seal() returns text
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_last timestamptz;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('platform audit seals', 0)) then
    return 'OTHERS';
  end if;
  if audit.has_commit_in_doubt() then
    return 'IN_DOUBT';
  end if;
  select upper(s.made_between) into v_last from audit.seals s order by s.no desc limit 1;
  if app.clock() < v_last - interval '10 minutes' then
    perform audit.record('audit.clock_behind', 'audit', null, null, jsonb_build_object('sealedUntil', v_last));
  end if;
  return 'MINE';
end $$;

-- Entries without a seal, in order of id, with their hashes: those of the earliest time that has any, so that a seal covers
-- entries of one time.
create or replace function audit.unsealed(p_limit int) returns table (id uuid, leaf bytea)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_period tstzrange;
  v_ids uuid[];
begin
  for v_period in select unnest(audit.sealable()) loop
    v_ids := audit.unsealed_between(app.first_uuid_at(coalesce(lower(v_period), 'epoch')),
                                    case when not upper_inf(v_period) then app.first_uuid_at(upper(v_period)) end, p_limit);
    exit when cardinality(v_ids) > 0;
  end loop;
  return query select h.id, h.leaf from audit.leaves(v_ids) h order by h.id;
end $$;

-- The last seal; no row before the first.
create or replace function audit.last_seal() returns setof audit.seals
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select * from audit.seals order by no desc limit 1
$$;

-- Stores a seal, which was computed and signed outside the database. No login writes this table itself.
create or replace function audit.add_seal(
  p_no bigint, p_at timestamptz, p_ids uuid[], p_leaves bytea[], p_root bytea, p_previous bytea,
  p_public_key bytea, p_signature bytea) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  insert into audit.seals
  values (p_no, p_at, p_ids, p_leaves, p_root, p_previous, p_public_key, p_signature,
          greatest(audit.made_at_ms(p_ids[cardinality(p_ids)]),
                   (select max(s.through_ms) from audit.seals s where s.no = p_no - 1)),
          audit.made_between(p_ids))
$$;

-- Seals in order, each with the current hashes of its entries; null for a deleted entry.
create or replace function audit.seals_after(p_no bigint, p_limit int)
  returns table (no bigint, at timestamptz, audit_ids uuid[], leaves bytea[], root bytea, previous bytea,
                 public_key bytea, signature bytea, current_leaves bytea[])
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select s.no, s.at, s.audit_ids, s.leaves, s.root, s.previous, s.public_key, s.signature,
         array(select h.leaf from unnest(s.audit_ids) with ordinality a (id, place)
                 left join audit.leaves(s.audit_ids) h on h.id = a.id
                order by a.place)
    from audit.seals s where s.no > p_no order by s.no limit p_limit;
end $$;

-- Entries without a seal that are not waiting for one. It looks at up to `p_count` entries from an id on, and returns where to
-- go on; null at the end.
create or replace function audit.never_sealed(p_from uuid, p_count int) returns table (ids uuid[], next uuid)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sealable tstzmultirange := audit.sealable();
  v_next uuid := (select l.id from audit.log l where l.id >= p_from order by l.id offset p_count limit 1);
begin
  return query
  select array(select n.id from unnest(audit.unsealed_between(p_from, v_next, p_count)) n (id)
                where not v_sealable @> to_timestamp(audit.made_at_ms(n.id) / 1000.0)
                order by n.id), v_next;
end $$;
grant execute on function audit.begin_seal(), audit.unsealed(int), audit.last_seal(),
  audit.add_seal(bigint, timestamptz, uuid[], bytea[], bytea, bytea, bytea, bytea),
  audit.seals_after(bigint, int), audit.never_sealed(uuid, int) to mostrador_worker;
