import type pg from 'pg'

export interface AddedDeliveries {
  readonly count?: number
  readonly status?: 'PENDING' | 'DELIVERED' | 'FAILED'
  /** When a pending one is sent next, from now: an interval. */
  readonly in?: string
  /** For how long a sender has a pending one: an interval. */
  readonly leasedFor?: string
}

/** Adds events with a delivery each to a webhook. */
export async function addDeliveries(
  admin: pg.Pool,
  webhook: string,
  { count = 1, status = 'PENDING', in: wait = '0 s', leasedFor = '-1 s' }: AddedDeliveries,
): Promise<void> {
  await admin.query(
    `with event as (
       insert into events.events (merchant_id, id, store_id, permission_set, type, payload)
       select w.merchant_id, app.uuid_v7(), w.store_id, w.permission_set, 'shift.opened', '{}'
         from events.webhooks w cross join generate_series(1, $2::int) where w.id = $1
       returning merchant_id, id, permission_set)
     insert into events.webhook_deliveries
       (merchant_id, id, webhook_id, permission_set, event_id, status, next_attempt_at, leased_until, finished_at)
     select e.merchant_id, app.uuid_v7(), $1, e.permission_set, e.id, $3, case when is_pending then now() + $4::interval end,
            case when is_pending then now() + $5::interval end, case when not is_pending then now() end
       from event e cross join (select $3::text = 'PENDING' as is_pending) s`,
    [webhook, count, status, wait, leasedFor],
  )
}
