-- Figures for alerts: pending work, and its age. Only counts and ages, no data of anybody. How far a standby is behind
-- is shown only to members of pg_read_all_stats; without it the figure is NaN while there is one.
create or replace function platform.gauges() returns table (name text, value double precision)
  language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  unfinished record;
  webhook record;
  outbox record;
  authority record;
  checks record;
  v_today date := (now() at time zone 'America/Mexico_City')::date;
begin
  -- Rows of merchants may be on other nodes than the rest.
  select count(*) filter (where s.status = 'PENDING')::float8 as sales,
         greatest(0, coalesce(extract(epoch from now() - min(s.created_at) filter (where s.status = 'PENDING')), 0))::float8 as sale_age,
         count(*) filter (where s.review_closed_at is null and (s.phase = 'REVIEW' or s.incident is not null))::float8 as reviews
    into unfinished
    from vas.open_sales o join vas.sales s on s.merchant_id = o.merchant_id and s.id = o.sale_id;
  select count(*)::float8 as deliveries, greatest(0, coalesce(extract(epoch from now() - min(d.created_at)), 0))::float8 as delivery_age
    into webhook
    from events.webhook_deliveries d
    -- Those of a paused or disabled webhook, and of a merchant that is suspended or closed, wait for a person.
    join events.webhooks w on w.merchant_id = d.merchant_id and w.id = d.webhook_id and w.status = 'ACTIVE'
    join platform.merchants m on m.id = d.merchant_id and m.status = 'ACTIVE'
   where d.status = 'PENDING';
  select greatest(0, coalesce(extract(epoch from now() - min(e.at)), 0))::float8 as event_age
    into outbox from events.events e where e.position is null;
  select count(*)::float8 as unjournaled into authority from audit.unjournaled;
  select coalesce(sum(c.faults) filter (where c.job = 'vas.reconciliation' and c.day >= v_today - 7), 0)::float8 as differences,
         coalesce(extract(epoch from now() - (select (min(d) + 1)::timestamp at time zone 'America/Mexico_City'
           from vas.days_to_reconcile() d)), 0)::float8 as missed_age,
         coalesce(max(c.faults) filter (where c.job = 'ledger.check' and c.is_last), 0)::float8 as imbalances,
         coalesce(max(c.faults) filter (where c.job = 'stock.check' and c.is_last), 0)::float8 as stock_faults,
         extract(epoch from now() - coalesce(max(c.checked_at) filter (where c.job = 'ledger.check'), made.at))::float8 as ledger_age,
         extract(epoch from now() - coalesce(max(c.checked_at) filter (where c.job = 'stock.check'), made.at))::float8 as stock_age
    into checks
    -- Until the first checks: since there is a database.
    from (select min(a.applied_at) as at from migration.applied a) made
    -- What a clock that was ahead has checked says nothing about today.
    left join (select n.job, n.day, n.faults, n.checked_at, n.day = max(n.day) over (partition by n.job) as is_last
            from app.nightly_checks n where n.day between v_today - 30 and v_today and n.checked_at <= now()) c on true
   group by made.at;
  return query
  select g.name, g.value from (
    select count(*)::float8 as works from platform.given_up_work w where w.status = 'OPEN') given_up
  cross join (
    select coalesce(extract(epoch from now() - (select s.at from audit.seals s order by s.no desc limit 1)), 0)::float8 as seal_age,
           coalesce((select extract(epoch from now()) - audit.made_at_ms(u.id) / 1000.0 from audit.unsealed(1) u), 0)::float8
             as unsealed_age) audit
  cross join (
    select count(*)::float8 as standbys,
           case when count(*) = 0 then 0
                else coalesce(max(pg_wal_lsn_diff(wal.lsn, coalesce(r.replay_lsn, r.flush_lsn))), 'NaN')::float8 end as behind
      from (select case when pg_is_in_recovery() then null else pg_current_wal_lsn() end as lsn) wal, pg_stat_replication r) streams
  cross join (
    select coalesce(max(pg_wal_lsn_diff(wal.lsn, p.restart_lsn)), 0)::float8 as retained,
           (count(*) filter (where not p.active))::float8 as unused
      from (select case when pg_is_in_recovery() then null else pg_current_wal_lsn() end as lsn) wal, pg_replication_slots p) slots
  cross join (
    select wal.is_on::int::float8 as is_on,
           (a.last_failed_time is not null
            and a.last_failed_time > coalesce(a.last_archived_time, '-infinity'))::int::float8 as failing,
           -- Full segments wait when the last archived one is older than the one before that which is written now. A command
           -- that hangs does not fail, so only the time tells. Nothing was archived yet: since PostgreSQL has started.
           case when not wal.is_on or wal.previous is null or a.last_archived_wal collate "C" >= wal.previous then 0
                else greatest(0, extract(epoch from now() - coalesce(a.last_archived_time, pg_postmaster_start_time()))) end::float8
             as waiting
      from (select current_setting('archive_mode') <> 'off' as is_on,
                   case when not pg_is_in_recovery()
                        then pg_walfile_name(pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))) end as previous) wal,
           pg_stat_archiver a) archive
  cross join (
    select count(*)::float8 as workers from app.workers w where app.is_leased(w.leased_until, w.lease_ms, now())) alive
  cross join (
    select count(*) filter (where q.status = 'ENQUEUED')::float8 as queued,
           greatest(0, coalesce(extract(epoch from now()) - min(q.updated_at) filter (where q.status = 'ENQUEUED') / 1000.0, 0))::float8
             as queued_age
      from dbos.workflow_status q where q.status in ('ENQUEUED', 'PENDING')) work
  cross join (
    select count(*)::float8 as stalled from app.stalled_work(interval '15 minutes', interval '2 hours')) standing
  cross join lateral (values
    ('vas_sales_pending', unfinished.sales), ('vas_sale_oldest_pending_seconds', unfinished.sale_age),
    ('vas_sales_in_review', unfinished.reviews), ('work_given_up', given_up.works),
    ('work_queued', work.queued), ('work_oldest_queued_seconds', work.queued_age), ('work_stalled', standing.stalled),
    ('workers', alive.workers), ('restored', app.is_restored()::int::float8), ('authority_unjournaled', authority.unjournaled),
    ('reconciliation_differences', checks.differences), ('reconciliation_oldest_missed_seconds', checks.missed_age),
    ('ledger_imbalances', checks.imbalances), ('stock_faults', checks.stock_faults),
    ('ledger_last_check_seconds', checks.ledger_age), ('stock_last_check_seconds', checks.stock_age),
    ('webhook_deliveries_pending', webhook.deliveries), ('webhook_delivery_oldest_seconds', webhook.delivery_age),
    ('event_oldest_unordered_seconds', outbox.event_age), ('audit_last_seal_seconds', audit.seal_age),
    ('audit_oldest_unsealed_seconds', audit.unsealed_age), ('replication_standbys', streams.standbys),
    ('replication_behind_bytes', streams.behind), ('replication_slots_unused', slots.unused),
    ('replication_slot_retained_bytes', slots.retained), ('wal_archive_on', archive.is_on),
    ('wal_archive_failing', archive.failing), ('wal_unarchived_seconds', archive.waiting)) g (name, value);
end $$;
grant execute on function platform.gauges() to mostrador_worker;
