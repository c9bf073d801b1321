-- Places, and which of them has a merchant's rows. On a cluster that follows from the merchant's id.

-- The nodes that have merchants' rows, each with the number that the cluster gives it. A single PostgreSQL has none. On a
-- cluster `mostrador migrate` gives this function, and the next two, another body (server/src/database/citus.ts).
create or replace function platform.nodes() returns table (node_group int, address text)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return;
end $$;

-- The node that has the rows of a merchant with this id.
create or replace function platform.node_group_of(p_merchant uuid) returns int
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return null;
end $$;

-- The nodes that have a shard in which a new merchant can be placed. A shard that was isolated for one merchant does not count.
-- A single PostgreSQL answers with null, which stands for itself.
create or replace function platform.nodes_with_shards() returns table (node_group int)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select null::int;
end $$;

-- The place to which a node belongs.
create or replace function platform.place_of_node(p_group int) returns text
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_place text;
begin
  select p.id into v_place from platform.places p where p_group = any (p.groups);
  return coalesce(v_place, 'primary');
end $$;

-- The place where the rows of a merchant with this id are. Its `database_id` says where they should be.
create or replace function platform.place_of(p_merchant uuid) returns text
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return platform.place_of_node(platform.node_group_of(p_merchant));
end $$;

-- All places, each with its nodes and the number of its merchants, closed ones and those that are down included.
create or replace function platform.place_loads()
  returns table (id text, is_open boolean, down_at timestamptz, nodes text[], merchant_count bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_place record;
begin
  for v_place in select p.id, p.is_open, p.down_at from platform.places p order by p.id loop
    id := v_place.id;
    is_open := v_place.is_open;
    down_at := v_place.down_at;
    nodes := array(select n.address from platform.nodes() n
                    where platform.place_of_node(n.node_group) = v_place.id order by n.address);
    select count(*) into merchant_count from platform.merchants m where m.database_id = v_place.id;
    return next;
  end loop;
end $$;

-- Keeps the registry as it is until the transaction ends.
create or replace function platform.keep_places() returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform 1 from platform.places p where p.id = 'primary' for share;
end $$;

-- Locks the registry to change it: nobody else does, and the merchants that are being created are there.
create or replace function platform.hold_places() returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform 1 from platform.places p where p.id = 'primary' for update;
end $$;

-- Locks one place to change it.
create or replace function platform.held_place(p_id text) returns platform.places
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_place platform.places;
begin
  perform platform.hold_places();
  select * into v_place from platform.places p where p.id = p_id;
  if not found then
    perform app.refuse('not_found', format('There is no place %s.', p_id));
  end if;
  return v_place;
end $$;

-- Chooses where a new merchant goes: the place that is asked for, or the open one with the fewest merchants for each of
-- its nodes. Merchants are counted only when there is a choice. The node of a row follows from the merchant's id, so ids are drawn
-- until one leads there. A place without parts of the tables, or with too few of them, gets none. What it has chosen stays until
-- the transaction ends.
create or replace function platform.choose_place(p_place text) returns table (merchant_id uuid, place text)
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_place platform.places;
  v_places text[];
begin
  perform platform.keep_places();
  if p_place is not null then
    select * into v_place from platform.places p where p.id = p_place;
    if not found then
      perform app.refuse_field('database_unknown', '/databaseId', 'is not the id of a place');
    elsif not v_place.is_open then
      perform app.refuse_field('database_closed', '/databaseId', 'takes no new merchants');
    elsif v_place.down_at is not null then
      perform app.refuse_field('place_unavailable', '/databaseId', 'is down, and takes no new merchants meanwhile');
    end if;
  end if;
  v_places := array(
    select p.id from platform.places p
     where p.is_open and p.down_at is null and p.id = coalesce(p_place, p.id)
       and p.id in (select platform.place_of_node(n.node_group) from platform.nodes_with_shards() n));
  if cardinality(v_places) > 1 then
    v_places := array(
      select l.id from platform.place_loads() l where l.id = any (v_places)
       order by l.merchant_count::numeric / greatest(cardinality(l.nodes), 1), l.id);
  end if;
  foreach place in array v_places loop
    for v_draw in 1..2000 loop
      merchant_id := app.uuid_v7();
      if platform.place_of(merchant_id) = place then
        return next;
        return;
      end if;
    end loop;
  end loop;
  perform app.refuse('database_closed', case when p_place is null then 'No place takes new merchants.'
    else 'Its nodes have no part of the tables that new merchants could go to.' end);
end $$;

-- Refuses to change which nodes are a place while a merchant is being moved, or was left half-way.
create or replace function platform.assert_nobody_moves() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_move record;
begin
  select v.merchant_id, v.to_place into v_move from platform.merchant_moves v where v.status = 'MOVING' order by v.id limit 1;
  if found then
    perform app.refuse('still_referenced', format('The merchant %s is being moved to %s. Finish that first: '
      'mostrador merchants move %s %s', v_move.merchant_id, v_move.to_place, v_move.merchant_id, v_move.to_place));
  end if;
end $$;

-- Registers a place: nodes of the cluster, which `primary` loses to it.
create or replace function platform.add_place(p_id text, p_nodes text[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_node text;
  v_group int;
  v_groups int[] := '{}';
  v_place text;
  v_merchants bigint;
begin
  perform platform.hold_places();
  if p_id !~ '^[a-z][a-z0-9-]{0,39}$' then
    perform app.refuse('invalid_request', format(
      'An id has 1 to 40 small letters, digits and hyphens, and begins with a letter: %s', p_id));
  elsif exists (select 1 from platform.places p where p.id = p_id) then
    perform app.refuse('duplicate_value', format('The place %s exists already.', p_id));
  elsif not exists (select 1 from platform.nodes()) then
    perform app.refuse('invalid_request', 'A place is nodes of a cluster. This database is one PostgreSQL, which has '
      'the rows of all merchants and is called primary, so there is no other place (docs/cluster.md).');
  elsif cardinality(p_nodes) = 0 then
    perform app.refuse('invalid_request', 'Name the nodes of the place: --node <host>:<port>');
  end if;
  perform platform.assert_nobody_moves();
  foreach v_node in array p_nodes loop
    select n.node_group into v_group from platform.nodes() n where n.address = v_node;
    if not found then
      perform app.refuse('invalid_request', format('%s is no node of this cluster with rows of merchants. Those are: %s.', v_node,
        array_to_string(array(select n.address from platform.nodes() n order by n.address), ', ')));
    end if;
    v_place := platform.place_of_node(v_group);
    if v_place <> 'primary' then
      perform app.refuse('duplicate_value', format('%s belongs to the place %s.', v_node, v_place));
    elsif v_group = any (v_groups) then
      perform app.refuse('invalid_request', format('%s is named twice.', v_node));
    end if;
    v_groups := v_groups || v_group;
  end loop;
  insert into platform.places (id, groups) values (p_id, v_groups);
  select count(*) into v_merchants from platform.misplaced_merchants() m where m.place = p_id;
  if v_merchants > 0 then
    perform app.refuse('still_referenced', format(
      '%s merchants of primary have their rows there. Name nodes without merchants.', v_merchants));
  end if;
  perform audit.record('place.added', 'place', p_id, null, jsonb_build_object('nodes', p_nodes));
end $$;

-- Opens a place for new merchants, or closes it: once this has returned, none is created there. Returns whether it was
-- in the other state.
create or replace function platform.set_place_open(p_id text, p_is_open boolean) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_place platform.places := platform.held_place(p_id);
begin
  if v_place.is_open = p_is_open then
    return false;
  end if;
  update platform.places p set is_open = p_is_open where p.id = p_id;
  perform audit.record(case when p_is_open then 'place.opened' else 'place.closed' end, 'place', p_id,
    jsonb_build_object('isOpen', v_place.is_open), jsonb_build_object('isOpen', p_is_open));
  return true;
end $$;

-- Notes that the nodes of a place are out of the cluster, or are in it again. Returns whether that is new.
create or replace function platform.set_place_down(p_id text, p_is_down boolean) returns boolean
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_place platform.places := platform.held_place(p_id);
  v_down_at timestamptz := case when p_is_down then now() end;
begin
  if not exists (select 1 from platform.nodes()) then
    perform app.refuse('invalid_request', 'This database is one PostgreSQL, which has the rows of all merchants: when it is down, '
      'nothing can be noted in it.');
  end if;
  if (v_place.down_at is not null) = p_is_down then
    return false;
  end if;
  update platform.places p set down_at = v_down_at where p.id = p_id;
  perform audit.record(case when p_is_down then 'place.went_down' else 'place.came_up' end, 'place', p_id,
    jsonb_build_object('downAt', v_place.down_at), jsonb_build_object('downAt', v_down_at));
  return true;
end $$;

-- The places that are down, the first first.
create or replace function platform.places_down() returns table (id text, down_at timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select p.id, p.down_at from platform.places p where p.down_at is not null order by p.down_at, p.id;
end $$;
grant execute on function platform.places_down() to mostrador_worker;

-- Removes a place that has no merchants. Its nodes are `primary`'s again.
create or replace function platform.remove_place(p_id text) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_place platform.places := platform.held_place(p_id);
  v_merchants bigint;
  v_nodes text[];
begin
  if p_id = 'primary' then
    perform app.refuse('invalid_request', 'primary cannot be removed: it has the nodes that no other place has.');
  elsif v_place.down_at is not null then
    perform app.refuse('place_unavailable', format('The place %s is down. Bring it up first: mostrador places up %s', p_id, p_id));
  end if;
  perform platform.assert_nobody_moves();
  select l.merchant_count, l.nodes into v_merchants, v_nodes from platform.place_loads() l where l.id = p_id;
  if v_merchants > 0 then
    perform app.refuse('still_referenced', format('The place %s has %s merchants. Close it, so that it gets no more.', p_id, v_merchants));
  end if;
  delete from platform.places p where p.id = p_id;
  perform audit.record('place.removed', 'place', p_id, jsonb_build_object('nodes', v_nodes, 'isOpen', v_place.is_open), null);
end $$;

-- The merchants whose rows are elsewhere than their `database_id` says; one that is being moved may be at either place.
create or replace function platform.misplaced_merchants() returns table (merchant_id uuid, database_id text, place text)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant record;
begin
  for v_merchant in
    select m.id, m.database_id from platform.merchants m
     where m.id not in (select v.merchant_id from platform.merchant_moves v where v.status = 'MOVING')
     order by m.id
  loop
    merchant_id := v_merchant.id;
    database_id := v_merchant.database_id;
    place := platform.place_of(v_merchant.id);
    if place <> database_id then
      return next;
    end if;
  end loop;
end $$;
grant execute on function platform.misplaced_merchants() to mostrador_worker;
