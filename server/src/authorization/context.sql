-- The caller's context. `app.authenticate` sets it for one transaction; policies and functions read it only
-- here. An absent setting reads as '', which grants nothing: null appended to an array leaves it empty. Without `coalesce`
-- and `case`: Citus refuses them in an update, when a setting is what they ask for.

-- Sets one of them, for this transaction. `migrate` gives it another body on Citus, where set_config does not reach the nodes.
create or replace function app.set_local(p_name text, p_value text) returns text language sql volatile
  return set_config(p_name, p_value, true);

-- Whoever writes what only the coordinator has, and may do so in a transaction that has changed a merchant's rows, calls it:
-- then both are committed, or neither. `migrate` gives it a body on Citus, which otherwise commits on the node first and here
-- afterwards, and may die in between. On a single PostgreSQL each commit is one.
create or replace function app.commit_as_one() returns void language plpgsql volatile as $$
begin
end $$;

create or replace function app.creatable_sets() returns int[] language sql stable parallel safe
  return '{}'::int[] || nullif(current_setting('app.creatable', true), '')::int[];
create or replace function app.readable_sets() returns int[] language sql stable parallel safe
  return '{}'::int[] || nullif(current_setting('app.readable', true), '')::int[];
create or replace function app.updatable_sets() returns int[] language sql stable parallel safe
  return '{}'::int[] || nullif(current_setting('app.updatable', true), '')::int[];
create or replace function app.deletable_sets() returns int[] language sql stable parallel safe
  return '{}'::int[] || nullif(current_setting('app.deletable', true), '')::int[];

create or replace function app.account_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;
create or replace function app.request_id() returns text language sql stable parallel safe
  return nullif(current_setting('app.request_id', true), '');
-- The trace in which the transaction runs (W3C traceparent), for the work that it leaves behind; null: it is not traced.
create or replace function app.trace_parent() returns text language sql stable parallel safe
  return nullif(current_setting('app.trace_parent', true), '');
-- The terminal at which the caller has signed in with code and PIN, if any.
create or replace function app.terminal_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.terminal_id', true), '')::uuid;
-- The session itself, for what belongs to one session only.
create or replace function app.session_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.session_id', true), '')::uuid;
-- Whether the caller is a machine with an API key.
create or replace function app.acts_by_key() returns boolean language sql stable parallel safe
  return (current_setting('app.acts_by_key', true) = 'true') is true;

-- Whether the database is a restored one that has not been reconciled with what happened since.
create or replace function app.is_restored() returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from platform.restorations r where r.reconciled_at is null);
end $$;
-- Whether a client that has read up to this safe moment (decision 18) may have read what a restore has taken away, and has to read
-- all again. It may have read up to ten minutes further, because no transaction that changes a record runs longer. Moments until
-- the restore was found count too: until then, clients were answered as if nothing were missing.
create or replace function app.is_lost_time(p_moment timestamptz) returns boolean
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select 1 from platform.restorations r
     where p_moment >= r.data_until - interval '10 minutes' and p_moment < r.found_at);
end $$;
-- Whether rows of merchants are on several nodes, so that a commit of several merchants is not visible everywhere at once.
-- `migrate` lets it return true on Citus.
create or replace function app.is_spread() returns boolean language sql immutable parallel safe
  return false;
-- Merchants in which the caller has an active membership.
create or replace function app.merchant_ids() returns uuid[] language sql stable parallel safe
  return '{}'::uuid[] || nullif(current_setting('app.merchants', true), '')::uuid[];
-- The merchant id of rows that belong to the platform itself.
create or replace function app.platform_id() returns uuid language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;
-- 'operator', 'admin' or '': an admin satisfies operator.
create or replace function app.is_operator() returns boolean language sql stable parallel safe
  return (current_setting('app.platform', true) in ('operator', 'admin')) is true;
create or replace function app.is_admin() returns boolean language sql stable parallel safe
  return (current_setting('app.platform', true) = 'admin') is true;
-- Whether the caller oversees a merchant: platform staff oversee all, unless an administrator is confined to
-- some. Null stands for what concerns every merchant, and needs overseeing all of them.
create or replace function app.oversees(p_merchant uuid) returns boolean language sql stable parallel safe
  return app.is_operator() and ((current_setting('app.overseen', true) <> '') is not true
    or (p_merchant = any (nullif(current_setting('app.overseen', true), '')::uuid[])) is true);

-- Raises 42501 for a merchant in which the caller has no active membership.
create or replace function app.assert_own_merchant(p_merchant uuid) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not coalesce(p_merchant = any (app.merchant_ids()), false) then
    raise exception 'the caller has no membership in this merchant' using errcode = '42501';
  end if;
end $$;

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

grant execute on function
  app.set_local(text, text), app.creatable_sets(), app.readable_sets(), app.updatable_sets(), app.deletable_sets(),
  app.account_id(), app.request_id(), app.trace_parent(), app.terminal_id(), app.session_id(), app.acts_by_key(),
  app.merchant_ids(), app.platform_id(), app.is_operator(), app.is_admin(), app.oversees(uuid), app.is_spread(),
  app.is_lost_time(timestamptz)
  to mostrador_api, mostrador_worker;
