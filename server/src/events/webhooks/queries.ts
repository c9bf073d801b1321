import { namesSeen } from '../../collections/names-seen.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Delivery, Webhook, WebhookChange } from './schema.ts'
import type { DeliveryFault } from './transport.ts'

const columns = sql`w.id, w.merchant_id as "merchantId", w.store_id as "storeId", w.url, w.description, w.types, w.status,
  w.disabled_reason as "disabledReason", w.paused_reason as "pausedReason",
  coalesce(w.answerable_id, w.created_by) as "answerableId", w.failing_since as "failingSince",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`

type Found = Omit<Webhook, 'answerableName'> & { readonly answerableId: string }

async function named(tx: Tx<'rows'>, rows: readonly Found[]): Promise<Webhook[]> {
  const names = await namesSeen(
    tx,
    rows.map(({ answerableId }) => answerableId),
  )
  return rows.map(({ answerableId, ...row }) => ({ ...row, answerableName: names.get(answerableId) ?? null }))
}

async function one(tx: Tx<'rows'>, statement: Sql<Found>): Promise<Webhook> {
  const [webhook] = await named(tx, [await tx.one(statement)])
  return webhook as Webhook
}

/** Newest first; with a store, only its own. */
export async function webhooks(
  tx: Tx<'rows'>,
  { merchantIds }: Pick<Scope, 'merchantIds'>,
  storeId: string | undefined,
  { limit, after }: PageRange,
): Promise<Webhook[]> {
  const conditions: Sql[] = [sql`w.merchant_id = any (${merchantIds}::uuid[])`]
  if (storeId !== undefined) conditions.push(sql`w.store_id = ${storeId}`)
  if (after !== undefined) conditions.push(sql`w.id < ${after.id}::uuid`)
  const rows = await tx.rows(sql<Found>`
    select ${columns} from events.webhooks w where ${sql.join(conditions, sql` and `)}
     order by w.id desc limit ${limit}`)
  return named(tx, rows)
}

/** @throws Problem `not_found` */
export function webhook(tx: Tx<'rows'>, { merchantIds }: Scope, id: string): Promise<Webhook> {
  return one(
    tx,
    sql<Found>`
      select ${columns} from events.webhooks w where w.merchant_id = any (${merchantIds}::uuid[]) and w.id = ${id}`,
  )
}

/** @throws Problem `forbidden` */
export function assertManages(
  tx: Tx<'rows'>,
  { merchantId, storeId }: Pick<Webhook, 'merchantId' | 'storeId'>,
): Promise<unknown> {
  return tx.rows(sql`select events.assert_manages_webhooks(${merchantId}, ${storeId})`)
}

export interface SealedWebhook {
  readonly id: string
  readonly merchantId: string
  readonly storeId: string | undefined
  readonly url: string
  readonly description: string | undefined
  readonly types: readonly string[]
  readonly secretSealed: Buffer
}

/** @throws Problem `forbidden` · `too_many_webhooks` */
export function add(tx: Tx<'rows'>, of: SealedWebhook, most: number): Promise<Webhook> {
  return one(
    tx,
    sql<Found>`
      select ${columns} from events.add_webhook(${of.merchantId}, ${of.id}, ${of.storeId ?? null}, ${of.url},
        ${of.description ?? null}, ${of.types}::text[], ${of.secretSealed}, ${most}) w`,
  )
}

/** @throws Problem `not_found` · `forbidden` */
export function change(tx: Tx<'rows'>, of: Webhook, changes: WebhookChange): Promise<Webhook> {
  return one(
    tx,
    sql<Found>`
      select ${columns} from events.change_webhook(${of.merchantId}, ${of.id}, ${JSON.stringify(changes)}::jsonb) w`,
  )
}

/** Deletes some of its deliveries, or it; false: not yet. @throws Problem `not_found` · `forbidden` */
export async function remove(tx: Tx<'rows'>, of: Webhook, most: number): Promise<boolean> {
  const { gone } = await tx.one(sql<{ gone: boolean }>`
    select events.delete_webhook(${of.merchantId}, ${of.id}, ${most}) as gone`)
  return gone
}

/** Until when messages are also signed with the secret that was just replaced. @throws Problem `not_found` · `forbidden` */
export async function rotate(
  tx: Tx<'rows'>,
  of: Webhook,
  secretSealed: Buffer,
  keepMs: number,
): Promise<Date> {
  const { until } = await tx.one(sql<{ until: Date }>`
    select events.rotate_webhook_secret(${of.merchantId}, ${of.id}, ${secretSealed},
      make_interval(secs => ${keepMs / 1000})) as until`)
  return until
}

const deliveryColumns = sql`d.id, d.event_id as "eventId", e.type, d.status, d.next_attempt_at as "nextAttemptAt",
  d.created_at as "createdAt", d.finished_at as "finishedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'status', a.status, 'error', a.error, 'durationMs', a.duration_ms) order by a.no), '[]')
     from (select * from events.webhook_attempts t
            where t.merchant_id = d.merchant_id and t.delivery_id = d.id order by t.no desc limit 20) a) as attempts`

type Place = Pick<Webhook, 'merchantId' | 'id'>

// Only the type of the event is shown; its payload is in the delivery.
const deliveriesOf = (of: Place, conditions: readonly Sql[]) => sql`
  events.webhook_deliveries d
  left join events.events e on e.merchant_id = d.merchant_id and e.id = d.event_id
 where ${sql.join([sql`d.merchant_id = ${of.merchantId}`, sql`d.webhook_id = ${of.id}`, ...conditions], sql` and `)}`

/** Written out: a plan that is kept for all values could not use the index of one. */
const ofStatus = {
  PENDING: sql`d.status = 'PENDING'`,
  DELIVERED: sql`d.status = 'DELIVERED'`,
  FAILED: sql`d.status = 'FAILED'`,
} as const

/** Newest first. */
export function deliveries(
  tx: Tx<'rows'>,
  of: Place,
  status: Delivery['status'] | undefined,
  { limit, after }: PageRange,
): Promise<Delivery[]> {
  const conditions: Sql[] = []
  if (status !== undefined) conditions.push(ofStatus[status])
  if (after !== undefined) conditions.push(sql`d.id < ${after.id}::uuid`)
  return tx.rows(sql<Delivery>`
    select ${deliveryColumns} from ${deliveriesOf(of, conditions)} order by d.id desc limit ${limit}`)
}

/** @throws Problem `not_found` */
export function delivery(tx: Tx<'rows'>, of: Webhook, id: string): Promise<Delivery> {
  return tx.one(sql<Delivery>`select ${deliveryColumns} from ${deliveriesOf(of, [sql`d.id = ${id}`])}`)
}

/** When it is due. @throws Problem `not_found` · `forbidden` · `invalid_transition` */
export async function resend(tx: Tx<'rows'>, of: Webhook, id: string): Promise<Date> {
  const { at } = await tx.one(sql<{ at: Date }>`
    select events.resend_delivery(${of.merchantId}, ${of.id}, ${id}) as at`)
  return at
}

export interface DueDelivery {
  readonly merchantId: string
  readonly id: string
  readonly webhookId: string
  readonly fence: number
  readonly tries: number
  readonly url: string
  readonly secretSealed: Buffer
  readonly oldSecretSealed: Buffer | null
  readonly olderSecretSealed: Buffer | null
  readonly eventId: string
  readonly type: string
  readonly at: Date
  readonly storeId: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

/** The most deliveries: to claim now, and of one merchant and of one webhook to send at a time. */
interface Places {
  readonly free: number
  readonly perMerchant: number
  readonly perWebhook: number
}

/** Claims due deliveries for a process that is sending some already; merchants, and a merchant's webhooks, take turns. */
export function claim(
  tx: Tx<'worker'>,
  places: Places,
  sending: readonly Pick<DueDelivery, 'merchantId' | 'webhookId'>[],
  leaseMs: number,
): Promise<DueDelivery[]> {
  return tx.rows(sql<DueDelivery>`
    select merchant_id as "merchantId", id, webhook_id as "webhookId", fence, tries, url, secret_sealed as "secretSealed",
           old_secret_sealed as "oldSecretSealed", older_secret_sealed as "olderSecretSealed", event_id as "eventId", type, at, store_id as "storeId", payload
      from events.claim_deliveries(${places.free}, ${places.perMerchant}, ${places.perWebhook},
        ${sending.map(({ merchantId }) => merchantId)}::uuid[], ${sending.map(({ webhookId }) => webhookId)}::uuid[], ${leaseMs})`)
}

export interface Attempt {
  readonly at: Date
  readonly durationMs: number
  readonly status: number | undefined
  readonly error: DeliveryFault | undefined
  /** Milliseconds until the next attempt; undefined: no more attempts. */
  readonly pauseMs: number | undefined
}

export function record(
  tx: Tx<'worker'>,
  of: DueDelivery,
  attempt: Attempt,
  { disableAfterMs, resetAfterMs }: { readonly disableAfterMs: number; readonly resetAfterMs: number },
): Promise<unknown> {
  return tx.rows(sql`select events.record_attempt(${of.merchantId}, ${of.id}, ${of.fence}, ${attempt.at},
    ${attempt.durationMs}, ${attempt.status ?? null}, ${attempt.error ?? null}, ${attempt.pauseMs ?? null}, ${disableAfterMs},
    ${resetAfterMs})`)
}
