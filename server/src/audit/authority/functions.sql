-- Announces an act of authority to the process whose transaction this is, which writes it to the journal
-- outside the database after the commit and before its answer. The stored row is for a process that dies in
-- between. PostgreSQL sends INFO to the client whatever the session's settings are, and by default does not log it.
create or replace function audit.announce(p_entry audit.log) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_event jsonb := jsonb_strip_nulls(jsonb_build_object(
    'id', p_entry.id, 'at', app.instant(p_entry.at), 'action', p_entry.action, 'entity', p_entry.entity,
    'entityId', p_entry.entity_id, 'before', p_entry.before, 'after', p_entry.after, 'userId', p_entry.user_id,
    'merchantId', nullif(p_entry.merchant_id, app.platform_id()), 'storeId', p_entry.store_id));
begin
  insert into audit.unjournaled (merchant_id, audit_id, event) values (p_entry.merchant_id, p_entry.id, v_event);
  raise info '%', v_event using errcode = 'MO002';
end $$;

-- Sets a block of folios aside in the journal: after a restore a store's numbers continue after the last block, so
-- that no two receipts have the same number. Nobody did this, so the audit log has no entry of it.
create or replace function audit.set_folios_aside(p_merchant uuid, p_store uuid, p_series text, p_through bigint) returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := app.uuid_v7();
  v_event jsonb := jsonb_build_object('id', v_id, 'at', app.instant(now()), 'action', 'folios.set_aside', 'entity', 'store',
    'entityId', p_store, 'after', jsonb_build_object('series', p_series, 'through', p_through), 'merchantId', p_merchant,
    'storeId', p_store);
begin
  insert into audit.unjournaled (merchant_id, audit_id, event) values (p_merchant, v_id, v_event);
  raise info '%', v_event using errcode = 'MO002';
end $$;

-- Acts that were committed a while ago and that no process has reported as journaled, oldest first.
create or replace function audit.unjournaled_since(p_age interval, p_limit int) returns setof jsonb
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return query select u.event from audit.unjournaled u where u.recorded_at <= clock_timestamp() - p_age order by u.audit_id limit p_limit;
end $$;

-- Records that acts are on disk outside the database, in a file that is now this long. The database still has every act of
-- the file when the new lines follow those that it knew, and when all of them waited here: a database that was set back while
-- the process lived knows fewer lines, or does not have the acts. A file begins with a line that is no act.
create or replace function audit.note_journaled(p_ids uuid[], p_file text, p_line_count int, p_head text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_count int := cardinality(p_ids);
  v_waited int;
begin
  delete from audit.unjournaled u where u.audit_id = any (p_ids);
  get diagnostics v_waited = row_count;
  insert into audit.journal_files as f (name, line_count, head, has_all)
  values (p_file, p_line_count, p_head, v_waited = v_count and p_line_count = 1 + v_count)
  on conflict (name) do update set line_count = excluded.line_count, head = excluded.head,
         has_all = f.has_all and v_waited = v_count and excluded.line_count = f.line_count + v_count
   where f.line_count < excluded.line_count;
end $$;

-- Records that a comparison with a file, up to this line, has found every act of it in this database.
create or replace function audit.note_compared(p_file text, p_line_count int, p_head text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into audit.journal_files as f (name, line_count, head, has_all) values (p_file, p_line_count, p_head, true)
  on conflict (name) do update set line_count = excluded.line_count, head = excluded.head, has_all = true
   where f.line_count <= excluded.line_count;
end $$;

-- The identity of this PostgreSQL and its database: it differs in another cluster, another database, or another timeline of
-- the same cluster (a recovery to a moment, a promoted standby).
create or replace function audit.node_identity() returns text
  language sql volatile
  set search_path = pg_catalog, pg_temp
as $$
  select concat_ws('/', s.system_identifier, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8))
    from pg_control_system() s join pg_database d on d.datname = current_database()
$$;

-- The same of each node of a cluster that answers, as `group=identity`.
create or replace function audit.node_identities() returns setof text
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return;
end $$;

-- The installation that this database belongs to, and the identity of the database with all its nodes.
create or replace function audit.database_facts() returns table (installation_id uuid, identity text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_nodes text[] := array(select n from audit.node_identities() n order by split_part(n, '=', 1)::int);
begin
  return query select i.id, array_to_string(array[audit.node_identity()] || v_nodes, ' ') from audit.installation i;
end $$;

-- The time of the last entry that these nodes have; of several, of the one that ends first. No nodes: of the whole log.
create or replace function audit.known_until(p_nodes int[]) returns timestamptz
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select max(l.at) from audit.log l);
end $$;

-- Those of the ids that the audit log does not have.
create or replace function audit.lacking(p_ids uuid[]) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_found uuid[] := array(select l.id from audit.log l where l.id = any (p_ids));
begin
  return query select a from unnest(p_ids) a where not exists (select 1 from unnest(v_found) f where f = a);
end $$;

-- The journal files that this database has a record of.
create or replace function audit.known_journal_files() returns setof audit.journal_files
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$ select * from audit.journal_files order by name $$;

grant execute on function
  audit.unjournaled_since(interval, int), audit.note_journaled(uuid[], text, int, text), audit.note_compared(text, int, text),
  audit.database_facts(), audit.lacking(uuid[]), audit.known_journal_files(), audit.authority_actions() to mostrador_worker;
