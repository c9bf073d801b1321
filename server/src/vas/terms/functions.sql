-- The terms that apply to a merchant, by kind and provider, or of one of them: each value comes from the most
-- specific line that sets it. The merchant's lines precede the platform's, and lines of a provider precede those
-- of the kind. No merchant: the platform's own.
create or replace function vas.terms_of(p_merchant uuid, p_kind text default null, p_provider uuid default null)
  returns table (kind text, provider_id uuid, is_offered boolean, share_bps int, fee_centavos bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select o.kind, o.provider_id,
         (array_agg(l.is_offered order by l.distance) filter (where l.is_offered is not null))[1],
         (array_agg(l.share_bps order by l.distance) filter (where l.share_bps is not null))[1],
         (array_agg(l.fee_centavos::bigint order by l.distance) filter (where l.fee_centavos is not null))[1]
    from (select distinct p.kind, p.provider_id from vas.products p where p_kind is null
          union all select p_kind, p_provider where p_kind is not null) o
    join (select t.*, (s.merchant_id is null)::int * 2 + (t.provider_id is null)::int as distance
            from vas.terms t join vas.term_sheets s on s.id = t.sheet_id
           where s.merchant_id is null or s.merchant_id = p_merchant) l
      on l.kind = o.kind and (l.provider_id is null or l.provider_id = o.provider_id)
   group by o.kind, o.provider_id;
end $$;

-- The merchant's commission on the face value of a product, in basis points: its share of the margin between
-- face value and wholesale price. Rounded down, so that no sale is made at a loss.
create or replace function vas.commission_bps(p_amount bigint, p_wholesale bigint, p_wholesale_bps int, p_share_bps int) returns int
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select greatest(0, case when p_wholesale_bps is not null then 10000 - p_wholesale_bps
                          else floor((p_amount - p_wholesale) * 10000.0 / p_amount)::int end) * p_share_bps / 10000
$$;
grant execute on function vas.terms_of(uuid, text, uuid), vas.commission_bps(bigint, bigint, int, int) to mostrador_api, mostrador_worker;

-- The lines of a sheet, as audited and returned.
create or replace function vas.term_lines(p_sheet uuid) returns jsonb
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'providerId', t.provider_id, 'isOffered', t.is_offered,
             'shareBps', t.share_bps, 'feeCentavos', t.fee_centavos) order by t.kind, t.provider_id nulls first), '[]')
      from vas.terms t where t.sheet_id = p_sheet);
end $$;
grant execute on function vas.term_lines(uuid) to mostrador_api;

-- Locks the sheet of a merchant, or the platform's (null).
create or replace function vas.hold_term_sheet(p_merchant uuid) returns vas.term_sheets
  language plpgsql volatile
  set search_path = pg_catalog, pg_temp
as $$
begin
  return app.held((select s from vas.term_sheets s where s.merchant_id is not distinct from p_merchant for update));
end $$;

-- Replaces the lines of a merchant's sheet, or of the platform's. Past sales keep the terms that they were
-- made on.
create or replace function vas.set_terms(p_merchant uuid, p_version int, p_lines jsonb, p_reason text) returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_sheet vas.term_sheets;
  v_before jsonb;
  v_line record;
begin
  perform app.assert_admin();
  if p_merchant is null then
    perform app.assert_oversees_all();
  else
    -- They decide what the merchant earns and the platform keeps, so nobody sets them for a merchant that
    -- they own.
    perform app.assert_judges(p_merchant);
    perform 1 from platform.merchants m where m.id = p_merchant for share;
  end if;
  insert into vas.term_sheets (id, merchant_id, version) values (app.uuid_v7(), p_merchant, 0)
  on conflict (merchant_id) do nothing;
  v_sheet := vas.hold_term_sheet(p_merchant);
  if v_sheet.version <> p_version then
    perform app.refuse('version_mismatch', 'These terms have changed since. Read them again.',
      jsonb_build_object('version', v_sheet.version));
  end if;
  v_before := vas.term_lines(v_sheet.id);
  delete from vas.terms t where t.sheet_id = v_sheet.id;
  for v_line in
    select l.* from jsonb_to_recordset(p_lines)
             l (kind text, "providerId" uuid, "isOffered" boolean, "shareBps" int, "feeCentavos" bigint)
     where num_nonnulls(l."isOffered", l."shareBps", l."feeCentavos") > 0
  loop
    insert into vas.terms (sheet_id, merchant_id, kind, provider_id, is_offered, share_bps, fee_centavos)
    values (v_sheet.id, v_sheet.merchant_id, v_line.kind, v_line."providerId", v_line."isOffered", v_line."shareBps", v_line."feeCentavos");
  end loop;
  update vas.term_sheets s set version = s.version + 1, changed_by = app.account_id(), changed_at = now()
   where s.id = v_sheet.id;
  perform audit.record('vas.terms.changed', 'vas_terms', coalesce(p_merchant::text, 'platform'),
    jsonb_build_object('lines', v_before),
    jsonb_build_object('lines', vas.term_lines(v_sheet.id), 'reason', p_reason), p_merchant);
end $$;
grant execute on function vas.set_terms(uuid, int, jsonb, text) to mostrador_api;

-- A merchant's terms of each kind as a whole, where no line names a provider: its own line comes before the
-- platform's.
create or replace function vas.kind_terms(p_merchant uuid)
  returns table (kind text, is_offered boolean, share_bps int, fee_centavos bigint)
  language plpgsql stable
  set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select l.kind,
         (array_agg(l.is_offered order by l.distance) filter (where l.is_offered is not null))[1],
         (array_agg(l.share_bps order by l.distance) filter (where l.share_bps is not null))[1],
         (array_agg(l.fee_centavos::bigint order by l.distance) filter (where l.fee_centavos is not null))[1]
    from (select t.*, (s.merchant_id is null)::int as distance
            from vas.terms t join vas.term_sheets s on s.id = t.sheet_id
           where t.provider_id is null and (s.merchant_id is null or s.merchant_id = p_merchant)) l
   group by l.kind;
end $$;
grant execute on function vas.kind_terms(uuid) to mostrador_api;
