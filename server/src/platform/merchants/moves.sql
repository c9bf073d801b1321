-- Moves of merchants between places: what the platform knows of them. The rows themselves are moved by
-- `mostrador merchants move` (server/src/database/move-merchant.ts), which calls these as the owner of the tables.

-- The key of the lock that the one command holds which moves a merchant, on the coordinator, until its connection ends.
create or replace function platform.moves_key() returns bigint
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return hashtextextended('merchant moves', 0);
end $$;

-- Whether that lock is held.
create or replace function platform.somebody_moves() returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (select 1 from pg_locks l
                  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
                    and l.database = (select d.oid from pg_database d where d.datname = current_database())
                    and (l.classid::bigint << 32) | l.objid::bigint = platform.moves_key());
end $$;

-- Whether a merchant is being moved, or was until a minute ago: what waits for it may try again.
create or replace function platform.is_moving() returns boolean
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return platform.somebody_moves()
    or exists (select 1 from platform.merchant_moves v where v.ended_at > now() - interval '1 minute');
end $$;
grant execute on function platform.is_moving() to mostrador_api, mostrador_worker;

-- Moves that were left half-way, and that nobody is making.
create or replace function platform.interrupted_moves() returns table (merchant_id uuid, to_place text, tried_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not platform.somebody_moves() then
    return query select v.merchant_id, v.to_place, v.tried_at from platform.merchant_moves v where v.status = 'MOVING' order by v.id;
  end if;
end $$;
grant execute on function platform.interrupted_moves() to mostrador_worker;

-- Begins to move a merchant to a place, or goes on with a move that was interrupted; one to another place is abandoned. Returns
-- null, and begins nothing, when its rows are there and its `database_id` says so.
create or replace function platform.begin_move(p_merchant uuid, p_place text) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant platform.merchants;
  v_place platform.places;
  v_move platform.merchant_moves;
begin
  if not exists (select 1 from platform.nodes()) then
    perform app.refuse('invalid_request', 'There is nowhere to move to. This database is one PostgreSQL, which has the rows '
      'of all merchants and is called primary (docs/cluster.md).');
  end if;
  perform platform.keep_places();
  if not exists (select 1 from platform.merchants m where m.id = p_merchant) then
    perform app.refuse('not_found', format('There is no merchant %s.', p_merchant));
  end if;
  for v_place in select p.* from platform.places p where p.down_at is not null order by p.id limit 1 loop
    perform app.refuse('place_unavailable', format('The place %s is down, and nothing can be moved meanwhile.', v_place.id));
  end loop;
  v_merchant := platform.hold_merchant(p_merchant);
  select * into v_place from platform.places p where p.id = p_place;
  if not found then
    perform app.refuse('database_unknown', format('There is no place %s.', p_place));
  elsif not v_place.is_open and v_merchant.database_id <> p_place then
    perform app.refuse('database_closed', format('The place %s is closed. Open it: mostrador places open %s', p_place, p_place));
  end if;
  -- The merchant's row is locked, so nobody else changes its moves.
  select * into v_move from platform.merchant_moves v where v.merchant_id = p_merchant and v.status = 'MOVING';
  if v_move.to_place <> p_place then
    update platform.merchant_moves v set status = 'ABANDONED', ended_at = clock_timestamp() where v.id = v_move.id;
    v_move := null;
  end if;
  if v_merchant.database_id = p_place and platform.place_of(p_merchant) = p_place then
    return null;
  end if;
  if v_move.id is not null then
    update platform.merchant_moves v set attempts = v.attempts + 1, tried_at = clock_timestamp() where v.id = v_move.id;
    return v_move.id;
  end if;
  insert into platform.merchant_moves (id, merchant_id, from_place, to_place)
  values (app.uuid_v7(), p_merchant, v_merchant.database_id, p_place)
  returning id into v_move.id;
  return v_move.id;
end $$;

-- Ends a move whose rows have arrived: from here on the merchant's `database_id` names the place.
create or replace function platform.end_move(p_merchant uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant platform.merchants := platform.hold_merchant(p_merchant);
  v_move platform.merchant_moves;
  v_place text := platform.place_of(p_merchant);
begin
  select * into strict v_move from platform.merchant_moves v where v.merchant_id = p_merchant and v.status = 'MOVING';
  if v_place <> v_move.to_place then
    raise exception 'the rows of merchant % are at % and not at %', p_merchant, v_place, v_move.to_place;
  end if;
  update platform.merchant_moves v set status = 'DONE', ended_at = clock_timestamp() where v.id = v_move.id;
  perform platform.write_database(p_merchant, v_place);
  perform audit.record('merchant.moved', 'merchant', p_merchant::text,
    jsonb_build_object('databaseId', v_merchant.database_id), jsonb_build_object('databaseId', v_place), p_merchant);
  perform events.emit(p_merchant, null, null, 'merchant.moved',
    jsonb_build_object('merchantId', p_merchant, 'databaseId', v_place));
end $$;
