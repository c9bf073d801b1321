-- Records work that has failed all its attempts: one entry of the queue, one audit row, and an event where a
-- store waits for it. The engine repeats this after a crash, so a known entry changes nothing.
create or replace function platform.note_given_up(p_workflow text, p_name text, p_input jsonb, p_attempts int,
    p_last_error text, p_first_failed_at timestamptz) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
  v_merchant uuid := (p_input ->> 'merchantId')::uuid;
  v_error text := left(p_last_error, 500);
  v_facts jsonb := jsonb_build_object('attempts', p_attempts, 'lastError', v_error, 'firstFailedAt', p_first_failed_at);
begin
  insert into platform.given_up_work (id, workflow_id, name, queue, input, merchant_id, attempts, last_error, first_failed_at)
  values (v_id, p_workflow, p_name, coalesce(
            (select s.queue_name from dbos.workflow_status s where s.workflow_uuid = p_workflow), 'mostrador'),
          p_input, v_merchant, p_attempts, v_error, p_first_failed_at)
  on conflict (workflow_id) do nothing;
  if not found then
    return;
  end if;
  perform audit.record(p_name || '.retries_exhausted', 'workflow', p_workflow, null, v_facts, v_merchant);
  if p_name = 'verification.recompute' then
    perform events.emit(v_merchant, null, null, 'verification.recompute.retries_exhausted',
      v_facts || jsonb_build_object('merchantId', v_merchant));
  end if;
end $$;

-- Locks an entry of failed work.
create or replace function platform.hold_given_up_work(p_id uuid) returns platform.given_up_work
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select w from platform.given_up_work w where w.id = p_id for update));
end $$;

-- The decision on it: started again under a new id, or dismissed. Made once.
create or replace function platform.decide_given_up(p_id uuid, p_status text, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_work platform.given_up_work;
  v_next text;
begin
  if p_status not in ('RETRIED', 'DISMISSED') then
    raise exception 'work is retried or dismissed' using errcode = '22023';
  end if;
  perform app.assert_operator();
  v_work := platform.hold_given_up_work(p_id);
  if not app.oversees(v_work.merchant_id) then
    perform app.refuse('not_found');
  elsif v_work.status <> 'OPEN' then
    perform app.refuse('invalid_transition', 'This work has been decided already.',
      jsonb_build_object('workStatus', v_work.status));
  end if;
  if p_status = 'RETRIED' then
    v_next := v_work.name || ':' || app.uuid_v7();
    perform app.enqueue_work(v_work.name, v_next, v_work.input, v_work.queue);
  end if;
  update platform.given_up_work w
     set status = p_status, decided_by = app.account_id(), decided_at = clock_timestamp(), reason = p_reason,
         retry_workflow_id = v_next
   where w.id = p_id;
  perform audit.record('workflow.' || lower(p_status), 'workflow', v_work.workflow_id,
    jsonb_build_object('status', v_work.status), jsonb_strip_nulls(jsonb_build_object('status', p_status, 'reason', p_reason,
      'retryWorkflowId', v_next)), v_work.merchant_id);
end $$;

-- Queues a synchronization of the catalog, which concerns every merchant, and audits who requested it.
create or replace function platform.request_catalog_sync(p_workflow text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_operator();
  perform app.assert_oversees_all();
  perform audit.record_at(app.platform_id(), null, 'vas.catalog.sync_requested', 'workflow', p_workflow, null, null);
  perform app.enqueue_work('vas.catalog.sync', p_workflow, null, 'mostrador');
end $$;

-- Stalled durable work, for platform staff who oversee all merchants, since it concerns the whole
-- installation.
create or replace function platform.stalled_work_seen() returns table (workflow_id text, name text, status text, since timestamptz)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.assert_operator();
  perform app.assert_oversees_all();
  return query select s.workflow_id, s.name, s.status, s.since
                 from app.stalled_work(interval '15 minutes', interval '2 hours') s limit 100;
end $$;
grant execute on function platform.stalled_work_seen() to mostrador_api;

grant execute on function platform.note_given_up(text, text, jsonb, int, text, timestamptz) to mostrador_worker;
grant execute on function platform.decide_given_up(uuid, text, text), platform.request_catalog_sync(text) to mostrador_api;
