-- Forgets the pauses of work in the queue that began more than a minute ahead of now: the engine keeps the end that a clock that
-- was ahead has given them. Such a pause is made again.
create or replace function app.forget_wrong_pauses() returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  delete from dbos.operation_outputs o
   using dbos.workflow_status s
   where s.workflow_uuid = o.workflow_uuid and s.status = 'ENQUEUED'
     and (s.application_name = 'mostrador' or s.application_name is null)
     and o.function_name = 'DBOS.sleep' and o.started_at_epoch_ms > extract(epoch from clock_timestamp()) * 1000 + 60000
     and not exists (select 1 from dbos.operation_outputs l
                      where l.workflow_uuid = o.workflow_uuid and l.function_id > o.function_id)
$$;

-- Registers a process that runs durable work under a new unique name. The clock may have been set while none ran.
create or replace function app.hold_worker_lease(p_id text, p_node text, p_ms int) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app.workers (id, node, leased_until, lease_ms)
  values (p_id, p_node, clock_timestamp() + p_ms * interval '1 millisecond', p_ms);
  perform app.forget_wrong_pauses();
end $$;

-- Renews a process's lease. Returns false when its work was taken over meanwhile: it must stop and register
-- under a new name. An expired lease that was not taken over is still its own.
create or replace function app.renew_worker_lease(p_id text, p_ms int) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update app.workers w set leased_until = clock_timestamp() + p_ms * interval '1 millisecond', lease_ms = p_ms
   where w.id = p_id;
  return found;
end $$;

-- Whether a lease holds. One that ends more than twice its time from now was set by a clock that was ahead, and does not count:
-- only a renewal shows that its holder lives. Immutable and without a `set` clause, as vas.has_come is.
create or replace function app.is_leased(p_until timestamptz, p_ms int, p_now timestamptz) returns boolean
  language sql immutable parallel safe
as $$
  select p_until >= p_now and p_until - p_now <= 2 * p_ms * interval '1 millisecond'
$$;

-- Returns work of processes without a lease to its queue. The engine counts how often work was started, and gives up work
-- that kills every process that runs it.
create or replace function app.requeue_work() returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count int;
begin
  update dbos.workflow_status s
     set status = 'ENQUEUED', owner_xid = null, started_at_epoch_ms = null,
         queue_name = coalesce(s.queue_name, '_dbos_internal_queue'),
         updated_at = extract(epoch from clock_timestamp()) * 1000
   where s.status = 'PENDING' and (s.application_name = 'mostrador' or s.application_name is null)
     and not exists (select 1 from app.workers w where w.id = s.executor_id);
  get diagnostics v_count = row_count;
  perform app.forget_wrong_pauses();
  return v_count;
end $$;

-- Whether the caller is the one process that returns work to its queue.
create or replace function app.may_requeue() returns boolean
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select pg_try_advisory_xact_lock(hashtextextended('take over durable work', 0))
$$;

-- Returns work of processes whose lease has expired to its queue. The lease is deleted in the same transaction, so that the
-- process that lost it learns so before it starts another step. One process at a time does this. A lease of a clock that was
-- ahead is shortened to its usual time, within which a live process renews it.
create or replace function app.take_over_work() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.may_requeue() then
    return 0;
  end if;
  update app.workers w set leased_until = clock_timestamp() + w.lease_ms * interval '1 millisecond'
   where w.leased_until > clock_timestamp() and not app.is_leased(w.leased_until, w.lease_ms, clock_timestamp());
  delete from app.workers w where w.leased_until < clock_timestamp();
  return app.requeue_work();
end $$;

-- A stopping process returns its unfinished work to the others immediately.
create or replace function app.end_worker_lease(p_id text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from app.workers w where w.id = p_id;
  if app.may_requeue() then
    perform app.requeue_work();
  end if;
end $$;

-- Stalled durable work, longest first: queued for too long, or started without a completed step for too long.
-- Scheduled work that is waiting for its time is not included.
create or replace function app.stalled_work(p_queued interval, p_running interval)
  returns table (workflow_id text, name text, status text, since timestamptz)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select m.workflow_uuid, m.name, case m.status when 'PENDING' then 'RUNNING' else 'QUEUED' end,
         to_timestamp(m.moved_at / 1000.0)
    from (
      select s.workflow_uuid, s.name, s.status,
             greatest(s.created_at, s.updated_at, case when s.status = 'PENDING' then
               (select max(o.completed_at_epoch_ms) from dbos.operation_outputs o where o.workflow_uuid = s.workflow_uuid)
             end) as moved_at
        from dbos.workflow_status s
       where s.status in ('ENQUEUED', 'PENDING')) m
   where to_timestamp(m.moved_at / 1000.0) < now() - case m.status when 'PENDING' then p_running else p_queued end
   order by m.moved_at, m.workflow_uuid
$$;

grant execute on function app.hold_worker_lease(text, text, int), app.renew_worker_lease(text, int),
  app.take_over_work(), app.end_worker_lease(text), app.stalled_work(interval, interval) to mostrador_worker;

-- Queues durable work within the calling transaction: it exists if that commits, and continues its trace. The names of
-- queue, version and application are those of the engine (jobs/jobs.ts).
create or replace function app.enqueue_work(
  p_job text, p_id text, p_input jsonb, p_queue text default 'mostrador-short') returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_trace text := app.trace_parent();
begin
  perform app.commit_as_one();
  perform dbos.enqueue_workflow(
    workflow_name => p_job, queue_name => p_queue, workflow_id => p_id, app_version => '1',
    application_name => 'mostrador',
    positional_args => case when v_trace is not null then array[coalesce(p_input::json, 'null'), to_json(v_trace)]
                            when p_input is null then array[]::json[] else array[p_input::json] end);
end $$;

-- Ids of merchants after the given one, in order: jobs go through all of them in pages.
create or replace function app.merchants_after(p_after uuid, p_limit int) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select m.id from platform.merchants m where p_after is null or m.id > p_after order by m.id limit p_limit;
end $$;
grant execute on function app.merchants_after(uuid, int) to mostrador_worker;

-- Records what a nightly check has found: about a day, or (null) about everything, today. A repeated check replaces the result.
create or replace function app.note_check(p_job text, p_day date, p_faults int) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  insert into app.nightly_checks as c (job, day, faults, checked_at)
  values (p_job, coalesce(p_day, (now() at time zone 'America/Mexico_City')::date), p_faults, now())
  on conflict (job, day) do update set faults = excluded.faults, checked_at = excluded.checked_at
$$;
grant execute on function app.note_check(text, date, int) to mostrador_worker;

-- Deletes a batch of durable work that ended more than ninety days ago, with its input, result and steps. Kept are: work that a
-- person still has to decide about; work that ran out of recovery attempts and is not in platform.given_up_work yet; and work
-- whose unfinished parent would start it again. The engine's tables of inputs, results and steps have no foreign key to the run.
create or replace function app.forget_work() returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_until bigint := extract(epoch from now() - interval '90 days') * 1000;
  v_ids text[] := array(
    select s.workflow_uuid from dbos.workflow_status s
     where s.created_at < v_until and greatest(s.updated_at, s.completed_at) < v_until
       and s.status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
       and not exists (select 1 from platform.given_up_work w where w.workflow_id = s.workflow_uuid and w.status = 'OPEN')
       and (s.status <> 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'
            or exists (select 1 from platform.given_up_work w where w.workflow_id = s.workflow_uuid))
       and not exists (select 1 from dbos.workflow_status p where p.workflow_uuid = s.parent_workflow_id
                        and p.status in ('ENQUEUED', 'DELAYED', 'PENDING'))
     order by s.created_at limit 1000);
begin
  delete from dbos.workflow_input i where i.workflow_uuid = any (v_ids);
  delete from dbos.workflow_output o where o.workflow_uuid = any (v_ids);
  delete from dbos.operation_outputs o where o.workflow_uuid = any (v_ids);
  delete from dbos.workflow_status s where s.workflow_uuid = any (v_ids);
  return cardinality(v_ids);
end $$;
grant execute on function app.forget_work() to mostrador_worker;
