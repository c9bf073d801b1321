-- Authentication: sets the context of the transaction from the caller's token.

-- Sets the caller's roles for this transaction from a session token, and returns who it is. With a store the
-- roles are limited to it; without one they cover every store of the caller. A terminal session has
-- the rights of its membership and none of its account's other rights, and in every role it can write only what
-- a till writes. An API key is the session of a machine account: it acts in its memberships, within its scopes. Platform staff
-- act only by their labels: memberships do not count for them, however they were created, except those of an
-- administrator in merchants that they own. Staff sessions end after half an hour idle, and after twelve
-- hours in total. Who may act is read from copies (standings.sql), and never from the directory. A session at a
-- terminal ends with what it was opened for, so the terminal is not asked again. A write first takes shared locks on
-- the permissions that it will rely on, and only then reads them. Raises 28000 when there is no such live session.
create or replace function app.authenticate(
  p_token_hash bytea, p_store uuid, p_writes boolean, p_request_id text)
  returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  locked record;
  who record;
  team record;
  sets record;
  is_staff boolean;
  waives_factor boolean := false;
  may_act boolean := false;
  acts_now boolean := false;
  is_restored boolean := false;
  scopes text[];
  overseen text;
begin
  if p_writes then
    select s.account_id, pg_advisory_xact_lock_shared(app.authority_key(s.account_id)),
           pg_advisory_xact_lock_shared(app.authority_key(s.terminal_id))
      into locked
      from identity.sessions s where s.token_hash = p_token_hash;
    perform pg_advisory_xact_lock_shared(app.authority_key(m.merchant_id))
      from (select distinct m.merchant_id from authz.standings m
             where m.account_id = locked.account_id and (p_store is null or m.store_id = p_store)
             order by m.merchant_id) m;
  end if;

  select s.id as session_id, s.account_id, s.second_factor_at, coalesce(s.confirmed_at > now() - interval '10 minutes', false) as confirmed,
         s.last_seen_at < now() - interval '2 minutes' as stale,
         a.email, a.name, a.kind,
         exists (select 1 from identity.credentials c where c.account_id = s.account_id and c.totp_enabled_at is not null) as has_totp,
         s.merchant_id, s.terminal_id, s.membership_id,
         s.last_seen_at < now() - interval '30 minutes' or s.created_at < now() - interval '12 hours' as is_old,
         array(select l.label from identity.labels l where l.account_id = s.account_id order by l.label) as all_labels,
         '{}'::text[] as labels
    into who
    from identity.sessions s join authz.callers a on a.account_id = s.account_id
   where s.token_hash = p_token_hash and s.ended_at is null
     and s.expires_at > now() and s.idle_until > now() and a.status = 'ACTIVE'
     and (s.membership_id is null or exists (
           select 1 from authz.standings m where m.merchant_id = s.merchant_id and m.membership_id = s.membership_id));
  if not found then
    perform app.refuse_dead_key(p_token_hash);
    raise exception 'unauthenticated' using errcode = '28000';
  end if;

  -- What only machines and holders of labels have is read for them alone: nearly all callers are cashiers.
  if who.kind = 'MACHINE' then
    scopes := coalesce((select k.scopes from shop.api_keys k where k.id = who.account_id), '{}');
  end if;
  is_staff := who.all_labels && '{platformOperator,platformAdmin}';
  if who.all_labels <> '{}' and who.terminal_id is null then
    who.labels := who.all_labels;
    -- A label takes effect only after its holder has used a second factor, unless the platform waives it. The
    -- same waiver removes the need for a recent confirmation.
    waives_factor := not settings.setting_boolean(null, 'platform.second_factor_required');
    may_act := who.second_factor_at is not null or waives_factor;
    -- A restored database may have lost that a label was revoked, so none takes effect.
    is_restored := app.is_restored();
    acts_now := may_act and not is_restored;
    if is_staff and may_act and who.is_old then
      raise exception 'unauthenticated' using errcode = '28000';
    end if;
    -- An administrator who is assigned to merchants, or owns some, oversees only those.
    if acts_now and 'platformAdmin' = any (who.labels) then
      select string_agg(m.id::text, ',') into overseen from identity.confines(who.account_id) m (id);
    end if;
  end if;

  select coalesce(array_agg(authz.role_team(m.store_id)) filter (where m.merchant_status = 'ACTIVE')
                  || array_agg(authz.role_team(m.store_id, m.role)) filter (where m.merchant_status = 'ACTIVE')
                  || array_agg(authz.role_member(m.membership_id)) filter (where m.merchant_status = 'ACTIVE'), '{}') as roles,
         coalesce(jsonb_agg(jsonb_build_object(
           'membershipId', m.membership_id, 'merchantId', m.merchant_id, 'storeId', m.store_id, 'role', m.role,
           'merchantStatus', m.merchant_status)), '[]') as memberships,
         coalesce(array_agg(distinct m.merchant_id), '{}') as merchants
    into team
    from authz.standings m
   where m.account_id = who.account_id
     and (p_store is null or m.store_id = p_store)
     and (who.membership_id is null or m.membership_id = who.membership_id)
     and (not is_staff or m.is_owner and 'platformOperator' <> all (who.all_labels));

  select string_agg(array_to_string(r.creatable, ','), ',') filter (where r.creatable <> '{}') as c,
         string_agg(array_to_string(r.readable, ','), ',') filter (where r.readable <> '{}') as r,
         string_agg(array_to_string(r.updatable, ','), ',') filter (where r.updatable <> '{}') as u,
         string_agg(array_to_string(r.deletable, ','), ',') filter (where r.deletable <> '{}') as d
    into sets
    from authz.role_sets r
   where r.role = any (team.roles
                       || case when who.terminal_id is null then array[authz.role_user(who.account_id)] else '{}' end
                       || array(select authz.role_label(l) from unnest(who.labels) l where acts_now));
  if who.terminal_id is not null then
    select string_agg(w.no, ',') filter (where w.verb = 'create'),
           string_agg(w.no, ',') filter (where w.verb = 'update'),
           string_agg(w.no, ',') filter (where w.verb = 'delete')
      into sets.c, sets.u, sets.d
      from (select 'create' as verb, unnest(string_to_array(sets.c, ',')) as no
            union all select 'update', unnest(string_to_array(sets.u, ','))
            union all select 'delete', unnest(string_to_array(sets.d, ','))) w
     where w.no::int & 15 in (select d.domain_no from authz.till_domains d);
  elsif scopes is not null then
    sets.c := authz.within_scopes(sets.c, scopes, 'create');
    sets.r := authz.within_scopes(sets.r, scopes, 'read');
    sets.u := authz.within_scopes(sets.u, scopes, 'update');
    sets.d := authz.within_scopes(sets.d, scopes, 'delete');
  end if;

  perform app.set_local('app.creatable', '{' || coalesce(sets.c, '') || '}'),
          app.set_local('app.readable', '{' || coalesce(sets.r, '') || '}'),
          app.set_local('app.updatable', '{' || coalesce(sets.u, '') || '}'),
          app.set_local('app.deletable', '{' || coalesce(sets.d, '') || '}'),
          app.set_local('app.account_id', who.account_id::text),
          app.set_local('app.terminal_id', coalesce(who.terminal_id::text, '')),
          app.set_local('app.session_id', who.session_id::text),
          app.set_local('app.acts_by_key', (scopes is not null)::text),
          app.set_local('app.merchants', team.merchants::text),
          app.set_local('app.request_id', coalesce(p_request_id, '')),
          app.set_local('app.overseen', coalesce('{' || overseen || '}', '')),
          app.set_local('app.platform', case
            when not acts_now then ''
            when 'platformAdmin' = any (who.labels) then 'admin'
            when 'platformOperator' = any (who.labels) then 'operator'
            else '' end);

  return jsonb_build_object(
    'accountId', who.account_id, 'email', who.email, 'name', who.name, 'sessionId', who.session_id,
    'labels', to_jsonb(who.labels), 'labelsAct', may_act, 'hasSecondFactor', who.has_totp,
    'isConfirmed', who.confirmed, 'waivesConfirmation', waives_factor and who.terminal_id is null,
    'terminalId', who.terminal_id, 'keyScopes', to_jsonb(scopes),
    'memberships', team.memberships, 'isStale', who.stale, 'isRestored', is_restored);
end $$;

-- The context of a caller without a session: what guests may read, and nothing else.
create or replace function app.authenticate_guest(p_request_id text) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  select app.set_local('app.readable', coalesce((select readable::text from authz.role_sets where role = authz.role_guests()), '{}')),
         app.set_local('app.creatable', '{}'), app.set_local('app.updatable', '{}'),
         app.set_local('app.deletable', '{}'), app.set_local('app.account_id', ''),
         app.set_local('app.merchants', '{}'), app.set_local('app.platform', ''),
         app.set_local('app.overseen', ''),
         app.set_local('app.terminal_id', ''), app.set_local('app.session_id', ''),
         app.set_local('app.acts_by_key', ''), app.set_local('app.request_id', coalesce(p_request_id, ''));
$$;

grant execute on function
  app.authenticate(bytea, uuid, boolean, text), app.authenticate_guest(text) to mostrador_api;
