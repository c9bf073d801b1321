-- The permission set of a webhook, for a caller who may manage it: a store's for its managers, the whole
-- merchant's only for the owner, since it receives events of every store.
create or replace function events.assert_manages_webhooks(p_merchant uuid, p_store uuid) returns int
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int;
  may_manage boolean;
begin
  perform app.assert_password();
  if p_store is not null then
    v_set := authz.set_of(p_merchant, p_store, 'stores');
    may_manage := v_set = any (app.updatable_sets());
  else
    v_set := authz.open_portfolio(p_merchant, null);
    may_manage := v_set = any (app.readable_sets()) and exists (
      select 1 from platform.merchants m where m.id = p_merchant and m.owner_id = app.account_id());
  end if;
  if not coalesce(may_manage, false) then
    perform app.refuse('forbidden',
      case
        when p_store is null then 'Only the owner manages webhooks of the whole merchant.'
        else 'This needs the role manager or above in the store.' end,
      jsonb_build_object('requiredRole', case when p_store is null then 'owner' else 'store:manager' end));
  end if;
  return v_set;
end $$;

-- The host of an address. The rest may be a secret: with the whole address one can often write to the receiver.
create or replace function events.host_of(p_url text) returns text
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select substring(p_url from '^[^:]+://([^/?#]+)')
$$;

-- The audited values of a webhook. Of its address the host, and a short hash with which a change of the rest shows.
create or replace function events.webhook_facts(p_webhook events.webhooks) returns jsonb
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('host', events.host_of((p_webhook).url),
    'urlHash', left(encode(sha256(convert_to((p_webhook).id || ' ' || (p_webhook).url, 'UTF8')), 'hex'), 8),
    'types', (p_webhook).types, 'status', (p_webhook).status)
$$;

-- Adds a webhook of a store where the caller is a manager, as long as the merchant has fewer than the most.
create or replace function events.add_webhook(p_merchant uuid, p_id uuid, p_store uuid, p_url text, p_description text,
    p_types text[], p_secret_sealed bytea, p_most int)
  returns setof events.webhooks
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set int := events.assert_manages_webhooks(p_merchant, p_store);
  v_webhook events.webhooks;
begin
  perform pg_advisory_xact_lock(hashtextextended('webhooks of ' || p_merchant, 0));
  if (select count(*) from events.webhooks w where w.merchant_id = p_merchant) >= p_most then
    perform app.refuse('too_many_webhooks', 'Delete one that is no longer needed.', jsonb_build_object('most', p_most));
  end if;
  insert into events.webhooks
    (merchant_id, id, store_id, permission_set, url, description, types, secret_sealed, created_by)
  values (p_merchant, p_id, p_store, v_set, p_url, p_description, p_types, p_secret_sealed, app.account_id())
  returning * into v_webhook;
  perform audit.record('webhook.created', 'webhook', p_id::text, null, events.webhook_facts(v_webhook),
    p_merchant, p_store);
  return next v_webhook;
end $$;

-- Locks a webhook for a caller who may manage it. Events can still be ordered, and their deliveries be made, by transactions
-- that hold the order of all merchants' events.
create or replace function events.hold_webhook(p_merchant uuid, p_id uuid) returns events.webhooks
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_webhook events.webhooks := app.held((
    select w from events.webhooks w where w.merchant_id = p_merchant and w.id = p_id for no key update));
begin
  perform events.assert_manages_webhooks(p_merchant, v_webhook.store_id);
  return v_webhook;
end $$;

-- Applies the fields in `p_changes`. A disabled one starts afresh when it is switched on. The person who
-- changes its URL or switches it on becomes responsible for it; a new secret does not change that.
create or replace function events.change_webhook(p_merchant uuid, p_id uuid, p_changes jsonb)
  returns setof events.webhooks
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_before events.webhooks := events.hold_webhook(p_merchant, p_id);
  v_after events.webhooks;
  v_caller uuid := app.account_id();
begin
  update events.webhooks w
     set url = coalesce(p_changes ->> 'url', w.url),
         description = case when p_changes ? 'description' then p_changes ->> 'description' else w.description end,
         types = case when p_changes ? 'types' then array(select jsonb_array_elements_text(p_changes -> 'types')) else w.types end,
         status = coalesce(p_changes ->> 'status', w.status),
         disabled_reason = case when p_changes ? 'status' then null else w.disabled_reason end,
         paused_reason = case when p_changes ->> 'status' = 'ACTIVE' then null else w.paused_reason end,
         answerable_id = case when p_changes ->> 'url' <> w.url or (p_changes ->> 'status' = 'ACTIVE' and w.status <> 'ACTIVE')
                              then v_caller else w.answerable_id end,
         failing_since = case when p_changes ? 'status' or p_changes ? 'url' then null else w.failing_since end,
         updated_at = app.clock()
   where w.merchant_id = p_merchant and w.id = p_id
  returning * into v_after;
  perform audit.record('webhook.updated', 'webhook', p_id::text, events.webhook_facts(v_before),
    events.webhook_facts(v_after), p_merchant, v_after.store_id);
  return next v_after;
end $$;

-- Pauses webhooks whose responsible account could not create them now; pending deliveries wait. The caller
-- has changed the account's permissions, and holds the lock on its authority. Returns how people recognize them: the
-- description or the host.
create or replace function events.pause_webhooks(p_merchant uuid, p_account uuid, p_reason text) returns text[]
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_webhook events.webhooks;
  v_names text[] := '{}';
begin
  for v_webhook in
    select w.* from events.webhooks w
     where w.merchant_id = p_merchant and w.status = 'ACTIVE' and coalesce(w.answerable_id, w.created_by) = p_account
  loop
    continue when app.may_answer(p_account, p_merchant, v_webhook.store_id)
      or not events.pause_webhook(p_merchant, v_webhook.id, p_reason);
    perform audit.record('webhook.paused', 'webhook', v_webhook.id::text, jsonb_build_object('status', 'ACTIVE'),
      jsonb_build_object('status', 'PAUSED', 'reason', p_reason, 'answerableId', p_account), p_merchant, v_webhook.store_id);
    perform events.emit(p_merchant, null, authz.open_portfolio(p_merchant, null), 'webhook.paused',
      jsonb_build_object('webhookId', v_webhook.id, 'reason', p_reason));
    v_names := v_names || coalesce(nullif(v_webhook.description, ''), events.host_of(v_webhook.url));
  end loop;
  return v_names;
end $$;

-- Deletes at most `p_most` of its deliveries, pending ones and its log; and once there are no more, the webhook. Returns whether
-- it is deleted; otherwise the caller commits and calls again. An active one is paused first: ordering events waits for the row
-- of an active webhook that is being deleted, but not for that of a paused one.
create or replace function events.delete_webhook(p_merchant uuid, p_id uuid, p_most int) returns boolean
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_webhook events.webhooks := events.hold_webhook(p_merchant, p_id);
  v_count int;
begin
  if v_webhook.status = 'ACTIVE' then
    perform events.change_webhook(p_merchant, p_id, '{"status": "PAUSED"}');
  end if;
  delete from events.webhook_deliveries d
   where d.merchant_id = p_merchant
     and d.id in (select o.id from events.webhook_deliveries o
                   where o.merchant_id = p_merchant and o.webhook_id = p_id limit p_most);
  get diagnostics v_count = row_count;
  if v_count = p_most or v_webhook.status = 'ACTIVE' then
    return false;
  end if;
  delete from events.webhooks w where w.merchant_id = p_merchant and w.id = p_id;
  perform audit.record('webhook.deleted', 'webhook', p_id::text, events.webhook_facts(v_webhook), null,
    p_merchant, v_webhook.store_id);
  return true;
end $$;

-- Sets a new secret. Messages are also signed with each of the last two secrets until `p_keep` after its replacement: if the
-- answer to a rotation is lost, the caller rotates again, and the receiver still has the secret from before the first one.
create or replace function events.rotate_webhook_secret(p_merchant uuid, p_id uuid, p_secret_sealed bytea, p_keep interval)
  returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_webhook events.webhooks := events.hold_webhook(p_merchant, p_id);
  v_until timestamptz := clock_timestamp() + p_keep;
begin
  update events.webhooks w
     set secret_sealed = p_secret_sealed, old_secret_sealed = w.secret_sealed, old_secret_until = v_until,
         older_secret_sealed = w.old_secret_sealed, older_secret_until = w.old_secret_until, updated_at = app.clock()
   where w.merchant_id = p_merchant and w.id = p_id;
  perform audit.record('webhook.secret_rotated', 'webhook', p_id::text,
    jsonb_build_object('oldSecretUntil', v_webhook.old_secret_until), jsonb_build_object('oldSecretUntil', v_until),
    p_merchant, v_webhook.store_id);
  return v_until;
end $$;

-- Sends a delivered or given-up message again. Returns when it is due.
create or replace function events.resend_delivery(p_merchant uuid, p_webhook uuid, p_id uuid) returns timestamptz
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_webhook events.webhooks := events.hold_webhook(p_merchant, p_webhook);
  v_now timestamptz := clock_timestamp();
begin
  if v_webhook.status <> 'ACTIVE' then
    perform app.refuse('invalid_transition', 'Switch the webhook on first.',
      jsonb_build_object('webhookStatus', v_webhook.status));
  end if;
  update events.webhook_deliveries d
     set status = 'PENDING', tries = 0, next_attempt_at = v_now, leased_until = null, finished_at = null
   where d.merchant_id = p_merchant and d.webhook_id = p_webhook and d.id = p_id and d.status <> 'PENDING';
  if not found then
    if exists (select 1 from events.webhook_deliveries d
                where d.merchant_id = p_merchant and d.webhook_id = p_webhook and d.id = p_id) then
      perform app.refuse('invalid_transition', 'It is being delivered already.');
    end if;
    perform app.refuse('not_found');
  end if;
  perform audit.record('webhook.resent', 'webhook', p_webhook::text, null, jsonb_build_object('deliveryId', p_id),
    p_merchant, v_webhook.store_id);
  return v_now;
end $$;

-- Creates deliveries of events for the webhooks that subscribe to them. It is called by the transaction that lets readers see
-- these events, so that this costs no commit of its own. On a cluster that transaction may die when one node has committed, and
-- the next finds its deliveries there. An active webhook whose row is being deleted is waited for, and then has no delivery:
-- events.delete_webhook never does that. Webhooks can be locked on one node at a time.
create or replace function events.add_deliveries(p_after bigint, p_through bigint) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_merchant uuid;
  v_due record;
begin
  for v_merchant in
    select distinct e.merchant_id from events.events e join events.webhooks w on w.merchant_id = e.merchant_id
     where e.position > p_after and e.position <= p_through and e.permission_set is not null and w.status = 'ACTIVE'
  loop
    for v_due in
      select e.id as event_id, w.id as webhook_id, w.permission_set
        from events.events e
        join events.webhooks w on w.merchant_id = e.merchant_id
       where e.merchant_id = v_merchant and e.position > p_after and e.position <= p_through and e.permission_set is not null
         and w.status = 'ACTIVE' and w.created_at <= e.at and (w.store_id is null or w.store_id = e.store_id)
         and (w.types = '{}' or e.type = any (w.types))
       order by e.position
         for key share of w
    loop
      if app.is_spread() then
        continue when exists (
          select 1 from events.webhook_deliveries d
           where d.merchant_id = v_merchant and d.webhook_id = v_due.webhook_id and d.event_id = v_due.event_id);
      end if;
      insert into events.webhook_deliveries (merchant_id, id, webhook_id, permission_set, event_id, next_attempt_at)
      values (v_merchant, app.uuid_v7(), v_due.webhook_id, v_due.permission_set, v_due.event_id, clock_timestamp());
    end loop;
  end loop;
end $$;

-- Takes deliveries that are due, for one sender. `p_merchants` and `p_webhooks` have the merchant and the webhook of each delivery
-- that it is sending already. Merchants take turns, and so do the webhooks of a merchant: each gets a place before another gets
-- one more. With that and the limits, a receiver that does not answer keeps nobody else waiting. A suspended merchant's wait until
-- it is reactivated, and those of a restored database until it is reconciled. The turns are found without locks, since rows are
-- locked on one node at a time. A clock that was ahead sets leases that end late, and attempts more than two days away, since the
-- longest pause is a day. Such leases do not count: a message that was being sent when the clock was set back may be sent twice.
-- Such attempts are due, after the others.
create or replace function events.claim_deliveries(p_limit int, p_per_merchant int, p_per_webhook int, p_merchants uuid[],
    p_webhooks uuid[], p_lease_ms int)
  returns table (merchant_id uuid, id uuid, webhook_id uuid, fence int, tries int, url text, secret_sealed bytea,
    old_secret_sealed bytea, older_secret_sealed bytea, event_id uuid, type text, at timestamptz, store_id uuid, payload jsonb)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
  v_after timestamptz;
  v_until timestamptz;
  v_merchant uuid;
  v_webhook uuid;
  v_count int;
begin
  if app.is_restored() then
    return;
  end if;
  for v_after, v_until in values ('-infinity'::timestamptz, v_now), (v_now + interval '2 days', 'infinity'::timestamptz) loop
    exit when p_limit = 0;
    for v_merchant, v_webhook, v_count in
      select c.merchant_id, c.webhook_id, count(*)
        from (select m.merchant_id, m.webhook_id
                from (select o.merchant_id, o.webhook_id, o.next_attempt_at, o.turn as turn_of_webhook,
                             cardinality(array_positions(p_merchants, o.merchant_id))
                               + row_number() over (partition by o.merchant_id order by o.turn, o.next_attempt_at) as turn
                        from (select w.merchant_id, w.id as webhook_id, n.next_attempt_at,
                                     cardinality(array_positions(p_webhooks, w.id))
                                       + row_number() over (partition by w.merchant_id, w.id order by n.next_attempt_at) as turn
                                from events.webhooks w
                                join platform.merchants a on a.id = w.merchant_id and a.status = 'ACTIVE'
                               cross join lateral (
                                 select d.next_attempt_at from events.webhook_deliveries d
                                  where d.merchant_id = w.merchant_id and d.webhook_id = w.id and d.status = 'PENDING'
                                    and d.next_attempt_at > v_after and d.next_attempt_at <= v_until
                                    and app.is_leased(d.leased_until, p_lease_ms, v_now) is not true
                                  order by d.next_attempt_at limit p_per_webhook) n
                               where w.status = 'ACTIVE') o) m
               where m.turn <= p_per_merchant and m.turn_of_webhook <= p_per_webhook
               order by m.turn, m.next_attempt_at limit p_limit) c
       group by c.merchant_id, c.webhook_id
    loop
      return query
      with due as (
        select d.id
          from events.webhooks w
          join events.webhook_deliveries d on d.merchant_id = v_merchant and d.webhook_id = w.id
         where w.merchant_id = v_merchant and w.id = v_webhook and w.status = 'ACTIVE' and d.status = 'PENDING'
           and d.next_attempt_at > v_after and d.next_attempt_at <= v_until
           and app.is_leased(d.leased_until, p_lease_ms, v_now) is not true
         order by d.next_attempt_at limit v_count
           for update of d skip locked
           -- A webhook that is being paused is skipped: once pausing has returned, no more of its deliveries are
           -- claimed.
           for share of w skip locked)
      update events.webhook_deliveries d
         set fence = d.fence + 1, tries = d.tries + 1, leased_until = v_now + p_lease_ms * interval '1 millisecond'
        from due, events.webhooks w, events.events e
       where d.merchant_id = v_merchant and d.id = due.id
         and w.merchant_id = v_merchant and w.id = d.webhook_id
         and e.merchant_id = v_merchant and e.id = d.event_id
      returning d.merchant_id, d.id, d.webhook_id, d.fence, d.tries, w.url, w.secret_sealed,
        case when w.old_secret_until > v_now then w.old_secret_sealed end,
        case when w.older_secret_until > v_now then w.older_secret_sealed end, e.id, e.type, e.at, e.store_id, e.payload;
      get diagnostics v_count = row_count;
      p_limit := p_limit - v_count;
      p_merchants := p_merchants || array_fill(v_merchant, array[v_count]);
      p_webhooks := p_webhooks || array_fill(v_webhook, array[v_count]);
    end loop;
  end loop;
end $$;

-- Records the outcome of an attempt: delivered, retried after `p_pause_ms`, or given up (null). A webhook
-- that has failed for `p_disable_after_ms`, or answers 410, is disabled. After `p_reset_after_ms` without an attempt that
-- time starts again, because it is not known whether attempts would have failed meanwhile.
create or replace function events.record_attempt(p_merchant uuid, p_delivery uuid, p_fence int, p_at timestamptz,
    p_duration_ms int, p_status int, p_error text, p_pause_ms bigint, p_disable_after_ms bigint, p_reset_after_ms bigint)
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_delivery events.webhook_deliveries;
  v_webhook events.webhooks;
  has_arrived boolean := coalesce(p_status between 200 and 299, false);
  v_now timestamptz := clock_timestamp();
  v_again_at timestamptz := case when not has_arrived then v_now + p_pause_ms * interval '1 millisecond' end;
  v_reset_before timestamptz := p_at - p_reset_after_ms * interval '1 millisecond';
  v_believed_until timestamptz := p_at + interval '1 minute';
begin
  update events.webhook_deliveries d
     set status = case when has_arrived then 'DELIVERED' when p_pause_ms is null then 'FAILED' else 'PENDING' end,
         next_attempt_at = v_again_at,
         finished_at = case when has_arrived or p_pause_ms is null then v_now end,
         leased_until = null
   where d.merchant_id = p_merchant and d.id = p_delivery and d.fence = p_fence and d.status = 'PENDING'
  returning * into v_delivery;
  if not found then
    return;
  end if;
  insert into events.webhook_attempts (merchant_id, delivery_id, no, permission_set, at, duration_ms, status, error)
  values (p_merchant, p_delivery, p_fence, v_delivery.permission_set, p_at, p_duration_ms, p_status, p_error);

  if has_arrived then
    update events.webhooks w set failing_since = null
     where w.merchant_id = p_merchant and w.id = v_delivery.webhook_id and w.failing_since is not null;
    return;
  end if;
  update events.webhooks w
     -- Attempts that run at the same time may end in any order, so the last failure may be up to a minute later than this one.
     -- One that is later still was recorded by a clock that was ahead.
     set failing_since = case when w.last_failed_at >= v_reset_before then least(w.failing_since, p_at) else p_at end,
         last_failed_at = case when w.last_failed_at between p_at and v_believed_until then w.last_failed_at else p_at end
   where w.merchant_id = p_merchant and w.id = v_delivery.webhook_id
  returning * into v_webhook;
  if v_webhook.status = 'ACTIVE'
     and (p_status = 410 or v_webhook.failing_since <= clock_timestamp() - p_disable_after_ms * interval '1 millisecond') then
    update events.webhooks w
       set status = 'DISABLED', updated_at = app.clock(),
           disabled_reason = case when p_status = 410 then 'receiver_gone'
                                  else 'unreachable' end
     where w.merchant_id = p_merchant and w.id = v_webhook.id
    returning * into v_webhook;
    perform audit.record('webhook.disabled', 'webhook', v_webhook.id::text, jsonb_build_object('status', 'ACTIVE'),
      jsonb_build_object('status', 'DISABLED', 'reason', v_webhook.disabled_reason, 'failingSince', v_webhook.failing_since),
      p_merchant, v_webhook.store_id);
    perform events.emit(p_merchant, null, authz.open_portfolio(p_merchant, null), 'webhook.disabled',
      jsonb_build_object('webhookId', v_webhook.id));
  end if;
end $$;

grant execute on function
  events.assert_manages_webhooks(uuid, uuid),
  events.add_webhook(uuid, uuid, uuid, text, text, text[], bytea, int),
  events.change_webhook(uuid, uuid, jsonb),
  events.delete_webhook(uuid, uuid, int),
  events.rotate_webhook_secret(uuid, uuid, bytea, interval),
  events.resend_delivery(uuid, uuid, uuid) to mostrador_api;
grant execute on function
  events.claim_deliveries(int, int, int, uuid[], uuid[], int),
  events.record_attempt(uuid, uuid, int, timestamptz, int, int, text, bigint, bigint, bigint) to mostrador_worker;
