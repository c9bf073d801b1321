-- Emits an event in the transaction that causes it: if that rolls back, the event never existed. Called by
-- functions, and by no login role. `p_set` is the permission set that may read it, as for a row; null is
-- platform staff. The payload has ids and statuses; types and shapes are in event-types.ts. On Citus, `migrate` replaces
-- the call of events.wake with a notice to the server process, which wakes the readers on the coordinator as it commits.
create or replace function events.emit(p_merchant uuid, p_store uuid, p_set int, p_type text, p_payload jsonb) returns uuid
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
begin
  insert into events.events (id, merchant_id, store_id, permission_set, type, payload)
  values (v_id, p_merchant, p_store, p_set, p_type, p_payload);
  perform events.wake();
  return v_id;
end $$;

-- Lets the readers of events look once this has committed. Transactions that notify share a lock of the whole server at their
-- commit; so only one at a time notifies, and events committed meanwhile are found by the readers' next read.
create or replace function events.wake() returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('platform events', 0)) then
    perform pg_notify('mostrador_events', '');
  end if;
end $$;
grant execute on function events.wake() to mostrador_api, mostrador_worker;

-- Locks the position counter: one process at a time assigns positions.
create or replace function events.hold_head() returns events.head
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select h from events.head h for no key update));
end $$;

-- Assigns positions to committed events, at most a thousand, and creates the deliveries to webhooks of those that readers may
-- read now. `head` is the position up to which they may read: everything up to it is visible, without gaps. `given` is the last
-- position that an event has. The lock on the head serializes callers, and each sees what the previous one has committed, so an
-- event of a long transaction comes late but is never skipped.
-- On a single PostgreSQL the head follows in the same transaction. On several nodes a commit is visible on one before another,
-- or on one alone until that other is back: so the head stays, and a later call moves it, once it sees all positions given before.
create or replace function events.order_events(out head bigint, out given bigint)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_head events.head;
  v_visible bigint;
  v_last bigint;
  v_count int;
begin
  select h.position, h.given into head, given from events.head h;
  if head = given and not exists (select 1 from events.events e where e.position is null) then
    return;
  end if;
  v_head := events.hold_head();
  head := v_head.position;
  given := v_head.given;
  if app.is_spread() then
    -- A coordinator that died as it committed may have left positions of one node that the head does not know.
    select count(*), max(e.position) into v_visible, v_last from events.events e where e.position > head;
    given := greatest(given, v_last);
    if v_visible < given - head then
      return;
    end if;
    head := given;
  end if;
  update events.events e set position = given + w.no
    from (select merchant_id, id, row_number() over (order by id) as no from events.events
           where position is null order by id limit 1000) w
   where e.merchant_id = w.merchant_id and e.id = w.id;
  get diagnostics v_count = row_count;
  given := given + v_count;
  if not app.is_spread() then
    head := given;
  end if;
  update events.head h set position = order_events.head, given = order_events.given;
  perform events.add_deliveries(v_head.position, head);
end $$;

-- Looks at the next `p_limit` events after a position, up to the head, since later ones still have to be counted, and deletes
-- the old ones. `next` is the position to continue after; null: no more old events, or a young one comes first.
create or replace function events.prune_events(
  p_older_than interval, p_after bigint, p_limit int, out deleted int, out next bigint)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_head bigint := (select h.position from events.head h);
  v_now timestamptz := now();
  v_since timestamptz := now() - p_older_than;
  v_through bigint;
begin
  -- Only the next `p_limit`: a search for as many old ones would read all events that are kept. Clocks may have been wrong.
  -- An event from the future is treated like the event that follows it. An old event after a young one is treated as young, so
  -- only those before the first young one are deleted.
  select max(f.position) filter (where f.at < v_since and (f.young is null or f.position < f.young)),
         max(f.position) filter (where f.young is null)
    into v_through, next
    from (select w.position, w.at, min(w.position) filter (where w.at between v_since and v_now) over () as young
            from (select e.position, e.at from events.events e
                   where e.position > p_after and e.position <= v_head order by e.position limit p_limit) w) f;
  -- Those of a later time that come last are looked at again, with what follows them.
  if next is not null then
    next := coalesce(v_through, next);
  end if;
  -- Events with a pending message that is due, or was tried, within that time are kept. Messages of a webhook that has been off for
  -- longer keep nothing.
  delete from events.events e
   where e.position > p_after and e.position <= v_through
     and not exists (
       select 1 from events.webhook_deliveries d
        where d.merchant_id = e.merchant_id and d.event_id = e.id and d.status = 'PENDING' and d.next_attempt_at >= v_since);
  get diagnostics deleted = row_count;
end $$;

grant execute on function events.order_events(), events.prune_events(interval, bigint, int) to mostrador_worker;
