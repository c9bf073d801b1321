-- Figures for alerts: pending work, and its age. Only counts and ages, no data of anybody.
create or replace function platform.gauges() returns table (name text, value double precision)
  language sql stable security definer
  set search_path = pg_catalog, pg_temp
as $$
  select g.name, g.value from (
    select count(*)::float8 as sales, coalesce(extract(epoch from now() - min(s.created_at)), 0)::float8 as sale_age
      from vas.sales s where s.status = 'PENDING') pending
  cross join (
    select count(*)::float8 as reviews from vas.sales s
     where s.review_closed_at is null and (s.phase = 'REVIEW' or s.incident is not null)) review
  cross join (
    select count(*)::float8 as works from platform.given_up_work w where w.status = 'OPEN') given_up
  cross join (
    select count(*)::float8 as deliveries, coalesce(extract(epoch from now() - min(d.created_at)), 0)::float8 as delivery_age
      from events.webhook_deliveries d where d.status = 'PENDING') webhook
  cross join (
    select coalesce(extract(epoch from now() - min(e.at)), 0)::float8 as event_age
      from events.events e where e.position is null) outbox
  cross join (
    select coalesce(extract(epoch from now() - max(s.at)), 0)::float8 as seal_age from audit.seals s) audit
  cross join (
    select count(*)::float8 as workers from app.workers w where w.leased_until > now()) alive
  cross join (
    select app.is_restored()::int::float8 as restored, count(*)::float8 as unjournaled from audit.unjournaled) authority
  cross join (
    select count(*) filter (where q.status = 'ENQUEUED')::float8 as queued,
           coalesce(extract(epoch from now()) - min(q.updated_at) filter (where q.status = 'ENQUEUED') / 1000.0, 0)::float8 as queued_age
      from dbos.workflow_status q where q.status in ('ENQUEUED', 'PENDING')) work
  cross join (
    select count(*)::float8 as stalled from app.stalled_work(interval '15 minutes', interval '2 hours')) standing
  cross join lateral (values
    ('vas_sales_pending', pending.sales), ('vas_sale_oldest_pending_seconds', pending.sale_age),
    ('vas_sales_in_review', review.reviews), ('work_given_up', given_up.works),
    ('work_queued', work.queued), ('work_oldest_queued_seconds', work.queued_age), ('work_stalled', standing.stalled),
    ('workers', alive.workers), ('restored', authority.restored), ('authority_unjournaled', authority.unjournaled),
    ('webhook_deliveries_pending', webhook.deliveries), ('webhook_delivery_oldest_seconds', webhook.delivery_age),
    ('event_oldest_unordered_seconds', outbox.event_age), ('audit_last_seal_seconds', audit.seal_age)) g (name, value)
$$;
grant execute on function platform.gauges() to mostrador_worker;
