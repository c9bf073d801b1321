-- Permission sets, and their index by role string, both derived from the matrix.

-- Adds sets to the index by role string, all at once: every role string is written once.
create or replace function authz.index_sets(variadic p_sets authz.permission_sets[]) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into authz.role_sets as r (role, creatable, readable, updatable, deletable)
  select h.role,
         coalesce(array_agg(s.id order by s.id) filter (where h.role = any (s.may_create)), '{}'),
         coalesce(array_agg(s.id order by s.id) filter (where h.role = any (s.may_read)), '{}'),
         coalesce(array_agg(s.id order by s.id) filter (where h.role = any (s.may_update)), '{}'),
         coalesce(array_agg(s.id order by s.id) filter (where h.role = any (s.may_delete)), '{}')
    from unnest(p_sets) s
   cross join lateral (
     select distinct unnest(s.may_create || s.may_read || s.may_update || s.may_delete)) h (role)
   group by h.role
   order by h.role
      on conflict (role) do update
     set creatable = r.creatable || excluded.creatable, readable = r.readable || excluded.readable,
         updatable = r.updatable || excluded.updatable, deletable = r.deletable || excluded.deletable;
end $$;

-- Role strings that may use `p_verb` on a store's rows of a domain; with a membership, on that member's own
-- rows.
create or replace function authz.holders(p_domain text, p_verb text, p_store uuid, p_membership uuid) returns text[]
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select coalesce(array_agg(authz.role_team(p_store, m.role) order by m.role)
                   filter (where p_verb = any (m.verbs)), '{}')
              || case when p_membership is not null and bool_or(p_verb = any (m.own_verbs))
                      then array[authz.role_member(p_membership)] else '{}' end
            from authz.matrix m where m.domain = p_domain);
end $$;

-- One set per domain of a store, or per 'own' domain of a member; calling it again changes nothing.
create or replace function authz.create_sets(p_merchant uuid, p_store uuid, p_membership uuid) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  wanted record;
  v_set authz.permission_sets;
  v_made authz.permission_sets[];
begin
  for wanted in
    select m.domain, m.domain_no from authz.matrix m
     group by m.domain, m.domain_no
    having p_membership is null or bool_or(m.own_verbs <> '{}')
     order by m.domain_no
  loop
    v_set := (nextval('authz.set_no') * 16 + wanted.domain_no, p_merchant, p_store, p_membership, wanted.domain,
              authz.holders(wanted.domain, 'create', p_store, p_membership),
              authz.holders(wanted.domain, 'read', p_store, p_membership),
              authz.holders(wanted.domain, 'update', p_store, p_membership),
              authz.holders(wanted.domain, 'delete', p_store, p_membership));
    insert into authz.permission_sets values (v_set.*) on conflict do nothing;
    if found then
      v_made := v_made || v_set;
    end if;
  end loop;
  perform authz.index_sets(variadic v_made);
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

-- Whether the team of a store is among those that read a set above the stores; no store needs to be.
create or replace function authz.is_readable_in(p_set authz.permission_sets, p_store uuid) returns boolean
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return p_store is null or exists (
    select 1 from authz.matrix m where m.domain = p_set.domain and authz.role_team(p_store, m.role) = any (p_set.may_read));
end $$;

-- The set of a domain above the stores of a merchant, readable by the team of a store; calling it again
-- changes nothing, and locks nothing.
create or replace function authz.open_merchant_set(p_merchant uuid, p_store uuid, p_domain text) returns int
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_set authz.permission_sets;
  v_new authz.permission_sets;
  v_domain_no int;
begin
  select s.* into v_set from authz.permission_sets s
   where s.merchant_id = p_merchant and s.store_id is null and s.domain = p_domain;
  if found and authz.is_readable_in(v_set, p_store) then
    return v_set.id;
  elsif not found then
    select m.domain_no into strict v_domain_no from authz.matrix m where m.domain = p_domain limit 1;
    insert into authz.permission_sets
    values (nextval('authz.set_no') * 16 + v_domain_no, p_merchant, null, null, p_domain, '{}', '{}', '{}', '{}')
    on conflict do nothing;
  end if;
  select s.* into strict v_set from authz.permission_sets s
   where s.merchant_id = p_merchant and s.store_id is null and s.domain = p_domain for update;
  if authz.is_readable_in(v_set, p_store) then
    return v_set.id;
  end if;
  v_new := v_set;
  v_new.may_create := authz.merchant_holders(p_domain, 'create', p_store);
  v_new.may_read := authz.merchant_holders(p_domain, 'read', p_store);
  v_new.may_update := authz.merchant_holders(p_domain, 'update', p_store);
  v_new.may_delete := authz.merchant_holders(p_domain, 'delete', p_store);
  perform authz.index_sets(v_new);
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
  all_sets authz.permission_sets[];
begin
  -- Derived apart from the update: Citus takes no function of a row in one.
  with derived as materialized (
    select o.id, authz.holders(o.domain, 'create', o.store_id, o.membership_id) as may_create,
           authz.holders(o.domain, 'read', o.store_id, o.membership_id) as may_read,
           authz.holders(o.domain, 'update', o.store_id, o.membership_id) as may_update,
           authz.holders(o.domain, 'delete', o.store_id, o.membership_id) as may_delete
      from authz.permission_sets o where o.store_id is not null
    union all
    select o.id,
           array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'create', t.id)) r
                  where t.merchant_id = o.merchant_id),
           array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'read', t.id)) r
                  where t.merchant_id = o.merchant_id),
           array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'update', t.id)) r
                  where t.merchant_id = o.merchant_id),
           array(select r from shop.teams t, unnest(authz.merchant_holders(o.domain, 'delete', t.id)) r
                  where t.merchant_id = o.merchant_id)
      from authz.permission_sets o where o.store_id is null)
  update authz.permission_sets s
     set may_create = d.may_create, may_read = d.may_read, may_update = d.may_update, may_delete = d.may_delete
    from derived d where s.id = d.id;
  delete from authz.role_sets;
  select array_agg(row(s.id, s.merchant_id, s.store_id, s.membership_id, s.domain, s.may_create, s.may_read, s.may_update,
                       s.may_delete)::authz.permission_sets)
    into all_sets from authz.permission_sets s;
  perform authz.index_sets(variadic all_sets);
  for team in select t.merchant_id, t.id from shop.teams t loop
    perform authz.create_sets(team.merchant_id, team.id, null);
    perform authz.create_sets(m.merchant_id, m.store_id, m.id)
      from shop.memberships m where m.merchant_id = team.merchant_id and m.store_id = team.id and m.ended_at is null;
  end loop;
end $$;

-- The set of a store's rows; with a membership, of that member's own rows. It compares
-- the expressions of the unique index, so that PostgreSQL uses it: a store has hundreds of sets.
create or replace function authz.set_of(p_merchant uuid, p_store uuid, p_domain text, p_membership uuid default null)
  returns int
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select s.id from authz.permission_sets s
           where s.merchant_id = p_merchant and coalesce(s.store_id, s.merchant_id) = p_store and s.domain = p_domain
             and coalesce(s.membership_id, s.merchant_id) = coalesce(p_membership, p_merchant));
end $$;

grant execute on function authz.set_of(uuid, uuid, text, uuid) to mostrador_api, mostrador_worker;
