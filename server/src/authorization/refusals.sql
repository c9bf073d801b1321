-- Refusing a request.

-- Refuses the request: the caller gets the problem with this code, detail and further members.
create or replace function app.refuse(p_code text, p_detail text default null, p_facts jsonb default '{}') returns void
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '%', p_code using errcode = 'MO001',
    detail = (coalesce(p_facts, '{}') || jsonb_strip_nulls(jsonb_build_object('detail', p_detail)))::text;
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

grant execute on function app.refuse(text, text, jsonb), app.refuse_field(text, text, text, text)
  to mostrador_api, mostrador_worker;

-- Refuses what waits until a restored database is reconciled.
create or replace function app.assert_not_restored(p_detail text) returns void
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  if app.is_restored() then
    perform app.refuse('restored', p_detail);
  end if;
end $$;
