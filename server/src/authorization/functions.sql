-- The caller's context. `app.authenticate` sets it for one transaction; policies and functions read it only
-- here. An absent setting reads as '', which grants nothing.

create or replace function app.creatable_sets() returns int[] language sql stable parallel safe
  return coalesce(nullif(current_setting('app.creatable', true), ''), '{}')::int[];
create or replace function app.readable_sets() returns int[] language sql stable parallel safe
  return coalesce(nullif(current_setting('app.readable', true), ''), '{}')::int[];
create or replace function app.updatable_sets() returns int[] language sql stable parallel safe
  return coalesce(nullif(current_setting('app.updatable', true), ''), '{}')::int[];
create or replace function app.deletable_sets() returns int[] language sql stable parallel safe
  return coalesce(nullif(current_setting('app.deletable', true), ''), '{}')::int[];

create or replace function app.account_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;
create or replace function app.request_id() returns text language sql stable parallel safe
  return nullif(current_setting('app.request_id', true), '');
-- The terminal at which the caller has signed in with code and PIN, if any.
create or replace function app.terminal_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.terminal_id', true), '')::uuid;
-- The session itself, for what belongs to one session only.
create or replace function app.session_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.session_id', true), '')::uuid;
-- Whether the caller is a machine with an API key.
create or replace function app.acts_by_key() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.acts_by_key', true), '') = 'true';
-- Refuses the request: the caller gets the problem with this code, detail and further members.
create or replace function app.refuse(p_code text, p_detail text default null, p_facts jsonb default '{}') returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '%', p_code using errcode = 'MO001',
    detail = (coalesce(p_facts, '{}') || jsonb_strip_nulls(jsonb_build_object('detail', p_detail)))::text;
end $$;

-- Returns a row that was read with a lock, or refuses when there is none. Each table has one such function,
-- `<area>.hold_<noun>`, beside the table's policies; it is the only one that locks its rows for writing.
create or replace function app.held(p_row anyelement) returns anyelement
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  if p_row is null then
    perform app.refuse('not_found');
  end if;
  return p_row;
end $$;

-- Refuses the value of one field of the request.
create or replace function app.refuse_field(p_code text, p_path text, p_message text, p_detail text default null) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.refuse(p_code, p_detail, jsonb_build_object('errors', jsonb_build_array(
    jsonb_build_object('path', p_path, 'message', p_message))));
end $$;
grant execute on function app.refuse(text, text, jsonb), app.refuse_field(text, text, text, text)
  to mostrador_api, mostrador_worker;

-- Refuses an API key, and a terminal session: the guard has refused them before, and commands that move money
-- out, change people or reach outside check again.
create or replace function app.assert_password() returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if app.acts_by_key() then
    perform app.refuse('person_required', 'An API key cannot do this. It requires a person signed in with e-mail and password.');
  elsif app.terminal_id() is not null then
    perform app.refuse('password_required', 'Sign in with e-mail and password in the back office.');
  end if;
end $$;
-- Merchants in which the caller has an active membership.
create or replace function app.merchant_ids() returns uuid[] language sql stable parallel safe
  return coalesce(nullif(current_setting('app.merchants', true), ''), '{}')::uuid[];
-- 'operator', 'admin' or '': an admin satisfies operator.
create or replace function app.is_operator() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.platform', true), '') in ('operator', 'admin');
create or replace function app.is_admin() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.platform', true), '') = 'admin';
-- Whether the caller oversees a merchant: platform staff oversee all, unless an administrator is confined to
-- some. Null stands for what concerns every merchant, and needs overseeing all of them.
create or replace function app.oversees(p_merchant uuid) returns boolean language sql stable parallel safe
  return app.is_operator() and (coalesce(current_setting('app.overseen', true), '') = ''
    or coalesce(p_merchant = any (nullif(current_setting('app.overseen', true), '')::uuid[]), false));

-- Writers share these locks and revocations take them exclusively, so nothing that relied on a permission
-- commits after its revocation has been answered. Advisory locks: reading permissions writes no row.
create or replace function app.authority_key(p_id uuid) returns bigint language sql immutable parallel safe
  return hashtextextended(p_id::text, 0);

-- Taken before permissions change (label, membership, session, block, suspension). Once that is committed,
-- processes that send events check their holders again.
create or replace function app.lock_authority(p_id uuid) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(app.authority_key(p_id));
  select pg_notify('mostrador_authority', p_id::text);
$$;

-- The permission sets, comma-separated, whose rows a till may write.
create or replace function authz.written_at_tills(p_sets text) returns text
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select string_agg(s, ',') from unnest(string_to_array(p_sets, ',')) s
   where s::int & 15 in (select m.domain_no from authz.matrix m where m.at_tills)
$$;

-- The permission sets, comma-separated, whose domain the scopes of an API key allow for a verb.
create or replace function authz.within_scopes(p_sets text, p_scopes text[], p_verb text)
  returns text
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select string_agg(s, ',') from unnest(string_to_array(p_sets, ',')) s
   where s::int & 15 in (select c.domain_no from authz.scopes c where c.scope = any (p_scopes) and c.verb = p_verb)
$$;

-- Tells the bearer of an API key that it has expired or was revoked; any other failed authentication stays
-- unexplained.
create or replace function app.refuse_dead_key(p_token_hash bytea) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_key shop.api_keys;
begin
  select k.* into v_key from identity.sessions s join shop.api_keys k on k.id = s.account_id where s.token_hash = p_token_hash;
  if v_key.revoked_at is not null then
    perform app.refuse('unauthenticated', format('This API key was revoked on %s.', app.instant(v_key.revoked_at)));
  elsif v_key.expires_at <= now() then
    perform app.refuse('unauthenticated', format('This API key expired on %s. The owner can create another one.',
      app.instant(v_key.expires_at)));
  end if;
end $$;

-- Sets the caller's roles for this transaction from a session token, and returns who it is. With a store the
-- roles are limited to it; without one they cover every store of the caller. A terminal session acts in its
-- membership and in nothing else of its account, and can write only what a till writes, whatever its role. An
-- API key is the session of a machine account: it acts in its memberships, within its scopes. Platform staff
-- act only by their labels: memberships do not count for them, however they were created, except those of an
-- administrator in merchants that they own. Staff sessions end after half an hour idle, and after twelve
-- hours in total. A write first takes shared locks on the permissions that it will rely on, and only then
-- reads them. Raises 28000 when there is no such live session.
create or replace function app.authenticate(
  p_token_hash bytea, p_store uuid, p_writes boolean, p_request_id text)
  returns jsonb
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  who record;
  team record;
  sets record;
  is_staff boolean;
  waives_factor boolean;
  may_act boolean;
  overseen text;
begin
  if p_writes then
    perform pg_advisory_xact_lock_shared(app.authority_key(a.id))
      from identity.sessions s cross join lateral unnest(array[s.account_id, s.terminal_id]) a (id)
     where s.token_hash = p_token_hash and a.id is not null;
    perform pg_advisory_xact_lock_shared(app.authority_key(m.merchant_id))
      from (select distinct m.merchant_id
              from identity.sessions s join shop.memberships m on m.account_id = s.account_id
             where s.token_hash = p_token_hash and m.ended_at is null
               and (p_store is null or m.store_id = p_store)
             order by m.merchant_id) m;
  end if;

  select s.id as session_id, s.account_id, s.second_factor_at, coalesce(s.confirmed_at > now() - interval '10 minutes', false) as confirmed,
         s.last_seen_at < now() - interval '2 minutes' as stale,
         a.email, a.name, a.totp_enabled_at is not null as has_totp,
         case when a.kind = 'MACHINE' then coalesce((select k.scopes from shop.api_keys k where k.id = a.id), '{}') end as scopes,
         s.terminal_id, s.membership_id,
         s.last_seen_at < now() - interval '30 minutes' or s.created_at < now() - interval '12 hours' as is_old,
         array(select l.label from identity.labels l where l.account_id = a.id order by l.label) as all_labels,
         '{}'::text[] as labels
    into who
    from identity.sessions s join identity.accounts a on a.id = s.account_id
   where s.token_hash = p_token_hash and s.ended_at is null
     and s.expires_at > now() and s.idle_until > now() and a.status = 'ACTIVE'
     and (s.terminal_id is null or exists (
           select from shop.terminals t
             join shop.memberships m on m.merchant_id = t.merchant_id and m.store_id = t.store_id
            where t.merchant_id = s.merchant_id and t.id = s.terminal_id and t.status = 'ENABLED'
              and m.id = s.membership_id and m.ended_at is null));
  if not found then
    perform app.refuse_dead_key(p_token_hash);
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  is_staff := who.all_labels && '{platformOperator,platformAdmin}';
  if who.terminal_id is null then
    who.labels := who.all_labels;
  end if;

  -- A label takes effect only after its holder has used a second factor, unless the platform waives it. The
  -- same waiver removes the need for a recent confirmation.
  waives_factor := not settings.setting_boolean(null, 'platform.second_factor_required');
  may_act := who.second_factor_at is not null or waives_factor;
  if is_staff and may_act and who.is_old and who.terminal_id is null then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;

  select coalesce(array_agg(r) filter (where t.merchant_status = 'ACTIVE'), '{}') as roles,
         coalesce(jsonb_agg(distinct jsonb_build_object(
           'membershipId', t.id, 'merchantId', t.merchant_id, 'storeId', t.store_id, 'role', t.role,
           'merchantStatus', t.merchant_status)) filter (where t.id is not null), '[]') as memberships,
         coalesce(array_agg(distinct t.merchant_id) filter (where t.id is not null), '{}') as merchants
    into team
    from (select m.id, m.merchant_id, m.store_id, m.role, c.status as merchant_status
            from shop.memberships m join platform.merchants c on c.id = m.merchant_id
           where m.account_id = who.account_id and m.ended_at is null
             and (p_store is null or m.store_id = p_store)
             and (who.membership_id is null or m.id = who.membership_id)
             and (not is_staff or c.owner_id = who.account_id and 'platformOperator' <> all (who.all_labels))) t
    cross join lateral (values (authz.role_team(t.store_id)), (authz.role_team(t.store_id, t.role)),
                               (authz.role_member(t.id))) as strings (r);

  -- An administrator who is assigned to merchants, or owns some, oversees only those.
  if may_act and 'platformAdmin' = any (who.labels) then
    select string_agg(m.id::text, ',') into overseen from identity.confines(who.account_id) m (id);
  end if;

  select string_agg(array_to_string(r.creatable, ','), ',') filter (where r.creatable <> '{}') as c,
         string_agg(array_to_string(r.readable, ','), ',') filter (where r.readable <> '{}') as r,
         string_agg(array_to_string(r.updatable, ','), ',') filter (where r.updatable <> '{}') as u,
         string_agg(array_to_string(r.deletable, ','), ',') filter (where r.deletable <> '{}') as d
    into sets
    from authz.role_sets r
   where r.role = any (team.roles
                       || case when who.terminal_id is null then array[authz.role_user(who.account_id)] else '{}' end
                       || array(select authz.role_label(l) from unnest(who.labels) l where may_act));
  if who.terminal_id is not null then
    sets.c := authz.written_at_tills(sets.c);
    sets.u := authz.written_at_tills(sets.u);
    sets.d := authz.written_at_tills(sets.d);
  elsif who.scopes is not null then
    sets.c := authz.within_scopes(sets.c, who.scopes, 'create');
    sets.r := authz.within_scopes(sets.r, who.scopes, 'read');
    sets.u := authz.within_scopes(sets.u, who.scopes, 'update');
    sets.d := authz.within_scopes(sets.d, who.scopes, 'delete');
  end if;

  perform set_config('app.creatable', '{' || coalesce(sets.c, '') || '}', true),
          set_config('app.readable', '{' || coalesce(sets.r, '') || '}', true),
          set_config('app.updatable', '{' || coalesce(sets.u, '') || '}', true),
          set_config('app.deletable', '{' || coalesce(sets.d, '') || '}', true),
          set_config('app.account_id', who.account_id::text, true),
          set_config('app.terminal_id', coalesce(who.terminal_id::text, ''), true),
          set_config('app.session_id', who.session_id::text, true),
          set_config('app.acts_by_key', (who.scopes is not null)::text, true),
          set_config('app.merchants', team.merchants::text, true),
          set_config('app.request_id', coalesce(p_request_id, ''), true),
          set_config('app.overseen', coalesce('{' || overseen || '}', ''), true),
          set_config('app.platform', case
            when not may_act then ''
            when 'platformAdmin' = any (who.labels) then 'admin'
            when 'platformOperator' = any (who.labels) then 'operator'
            else '' end, true);

  return jsonb_build_object(
    'accountId', who.account_id, 'email', who.email, 'name', who.name, 'sessionId', who.session_id,
    'labels', to_jsonb(who.labels), 'labelsAct', may_act, 'hasSecondFactor', who.has_totp,
    'isConfirmed', who.confirmed, 'waivesConfirmation', waives_factor and who.terminal_id is null,
    'terminalId', who.terminal_id, 'keyScopes', to_jsonb(who.scopes),
    'memberships', team.memberships, 'isStale', who.stale);
end $$;

-- The context of a caller without a session: what guests may read, and nothing else.
create or replace function app.authenticate_guest(p_request_id text) returns void
  language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  select set_config('app.readable', coalesce((select readable::text from authz.role_sets where role = authz.role_guests()), '{}'), true),
         set_config('app.creatable', '{}', true), set_config('app.updatable', '{}', true),
         set_config('app.deletable', '{}', true), set_config('app.account_id', '', true),
         set_config('app.merchants', '{}', true), set_config('app.platform', '', true),
         set_config('app.overseen', '', true),
         set_config('app.terminal_id', '', true), set_config('app.session_id', '', true),
         set_config('app.acts_by_key', '', true), set_config('app.request_id', coalesce(p_request_id, ''), true);
$$;

-- Adds one set to the index by role string.
create or replace function authz.index_set(p_set authz.permission_sets) returns void
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  insert into authz.role_sets as r (role, creatable, readable, updatable, deletable)
  select s.role,
         case when s.role = any (p_set.may_create) then array[p_set.id] else '{}' end,
         case when s.role = any (p_set.may_read) then array[p_set.id] else '{}' end,
         case when s.role = any (p_set.may_update) then array[p_set.id] else '{}' end,
         case when s.role = any (p_set.may_delete) then array[p_set.id] else '{}' end
    from (select distinct unnest(p_set.may_create || p_set.may_read || p_set.may_update || p_set.may_delete)
           order by 1) s (role)
      on conflict (role) do update
     set creatable = r.creatable || excluded.creatable, readable = r.readable || excluded.readable,
         updatable = r.updatable || excluded.updatable, deletable = r.deletable || excluded.deletable;
$$;

-- Role strings that may use `p_verb` on a store's rows of a domain; with a membership, on that member's own
-- rows.
create or replace function authz.holders(p_domain text, p_verb text, p_store uuid, p_membership uuid) returns text[]
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(authz.role_team(p_store, m.role) order by m.role)
           filter (where p_verb = any (m.verbs)), '{}')
      || case when p_membership is not null and bool_or(p_verb = any (m.own_verbs))
              then array[authz.role_member(p_membership)] else '{}' end
    from authz.matrix m where m.domain = p_domain
$$;

-- One set per domain of a store, or per 'own' domain of a member; calling it again changes nothing.
create or replace function authz.create_sets(p_merchant uuid, p_store uuid, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  made authz.permission_sets;
  wanted record;
begin
  for wanted in
    select m.domain, m.domain_no from authz.matrix m
     group by m.domain, m.domain_no
    having p_membership is null or bool_or(m.own_verbs <> '{}')
     order by m.domain_no
  loop
    insert into authz.permission_sets values (
      nextval('authz.set_no') * 16 + wanted.domain_no, p_merchant, p_store, p_membership, wanted.domain,
      authz.holders(wanted.domain, 'create', p_store, p_membership),
      authz.holders(wanted.domain, 'read', p_store, p_membership),
      authz.holders(wanted.domain, 'update', p_store, p_membership),
      authz.holders(wanted.domain, 'delete', p_store, p_membership))
    on conflict do nothing
    returning * into made;
    if found then
      perform authz.index_set(made);
    end if;
  end loop;
end $$;

-- Role strings that may use `p_verb` on rows above the stores of a merchant, as a member of one of them. The
-- portfolio (wallet, statement) is readable by managers and writable by nobody; anything else follows the
-- matrix.
create or replace function authz.merchant_holders(p_domain text, p_verb text, p_store uuid) returns text[]
  language sql stable
  set search_path = pg_catalog, pg_temp
as $$
  select case when p_domain <> 'reporting' then authz.holders(p_domain, p_verb, p_store, null)
              when p_verb = 'read' then array[authz.role_team(p_store, 'manager')] else '{}' end
$$;

-- The set of a domain above the stores of a merchant, readable by the team of a store; calling it again
-- changes nothing.
create or replace function authz.open_merchant_set(p_merchant uuid, p_store uuid, p_domain text) returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set authz.permission_sets;
  v_new authz.permission_sets;
begin
  select * into v_set from authz.permission_sets
   where merchant_id = p_merchant and store_id is null and domain = p_domain for update;
  if not found then
    insert into authz.permission_sets
    select nextval('authz.set_no') * 16 + m.domain_no, p_merchant, null, null, p_domain, '{}', '{}', '{}', '{}'
      from authz.matrix m where m.domain = p_domain limit 1
    returning * into strict v_set;
  end if;
  if p_store is null or exists (
    select from authz.matrix m where m.domain = p_domain and authz.role_team(p_store, m.role) = any (v_set.may_read)) then
    return v_set.id;
  end if;
  v_new := v_set;
  v_new.may_create := authz.merchant_holders(p_domain, 'create', p_store);
  v_new.may_read := authz.merchant_holders(p_domain, 'read', p_store);
  v_new.may_update := authz.merchant_holders(p_domain, 'update', p_store);
  v_new.may_delete := authz.merchant_holders(p_domain, 'delete', p_store);
  perform authz.index_set(v_new);
  update authz.permission_sets s
     set may_create = s.may_create || v_new.may_create, may_read = s.may_read || v_new.may_read,
         may_update = s.may_update || v_new.may_update, may_delete = s.may_delete || v_new.may_delete
   where s.id = v_set.id;
  return v_set.id;
end $$;

-- The portfolio set of a merchant: rows above its stores (wallet, statement) are readable by the managers of
-- any of them.
create or replace function authz.open_portfolio(p_merchant uuid, p_store uuid) returns int
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$ select authz.open_merchant_set(p_merchant, p_store, 'reporting') $$;

-- Run after the matrix has changed: derives every set again, and the index by role. Rows are not touched.
create or replace function authz.refresh_sets() returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  team record;
begin
  update authz.permission_sets s
     set may_create = authz.holders(s.domain, 'create', s.store_id, s.membership_id),
         may_read = authz.holders(s.domain, 'read', s.store_id, s.membership_id),
         may_update = authz.holders(s.domain, 'update', s.store_id, s.membership_id),
         may_delete = authz.holders(s.domain, 'delete', s.store_id, s.membership_id)
   where s.store_id is not null;
  update authz.permission_sets s
     set may_create = h.may_create, may_read = h.may_read, may_update = h.may_update, may_delete = h.may_delete
    from (select o.id,
                 array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'create', t.id)) r
                        where t.merchant_id = o.merchant_id) as may_create,
                 array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'read', t.id)) r
                        where t.merchant_id = o.merchant_id) as may_read,
                 array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'update', t.id)) r
                        where t.merchant_id = o.merchant_id) as may_update,
                 array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'delete', t.id)) r
                        where t.merchant_id = o.merchant_id) as may_delete
            from authz.permission_sets o where o.store_id is null) h
   where s.id = h.id;
  delete from authz.role_sets;
  perform authz.index_set(s) from authz.permission_sets s order by s.id;
  for team in select t.merchant_id, t.id from shop.teams t loop
    perform authz.create_sets(team.merchant_id, team.id, null);
    perform authz.create_sets(m.merchant_id, m.store_id, m.id)
      from shop.memberships m where m.merchant_id = team.merchant_id and m.store_id = team.id and m.ended_at is null;
  end loop;
end $$;

-- The set of a store's rows; with a membership, of that member's own rows.
create or replace function authz.set_of(p_merchant uuid, p_store uuid, p_domain text, p_membership uuid default null)
  returns int
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select id from authz.permission_sets
   where merchant_id = p_merchant and store_id = p_store and domain = p_domain
     and membership_id is not distinct from p_membership
$$;

grant execute on function
  app.creatable_sets(), app.readable_sets(), app.updatable_sets(), app.deletable_sets(), app.account_id(),
  app.request_id(), app.terminal_id(), app.session_id(), app.acts_by_key(), app.merchant_ids(), app.is_operator(), app.is_admin(), app.oversees(uuid), app.authority_key(uuid),
  app.lock_authority(uuid), app.uuid_v7(), authz.set_of(uuid, uuid, text, uuid)
  to mostrador_api, mostrador_worker;
grant execute on function
  app.authenticate(bytea, uuid, boolean, text), app.authenticate_guest(text) to mostrador_api;
