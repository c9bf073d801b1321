import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { assertActive } from '../../authorization/guard.ts'
import type { Principal } from '../../authorization/principal.ts'
import { byId, pageOf } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import { storeEventTypes } from '../outbox/schema.ts'
import { portsOf } from './ports.ts'
import * as queries from './queries.ts'
import type {
  AddedWebhook,
  Delivery,
  DeliveryQuery,
  NewWebhook,
  RotatedSecret,
  Webhook,
  WebhookChange,
  WebhookQuery,
} from './schema.ts'
import { newSecret } from './signing.ts'
import type { WebhookTransport } from './transport.ts'

/** Port: seals a secret for one purpose. */
export interface SecretSealer {
  seal(plain: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

const mostPerMerchant = 50
/** Small batches, so that no transaction blocks others for long. */
const deletedAtOnce = 1_000
/** The time that a receiver has to start using a new secret. */
const oldSecretMs = 24 * 60 * 60_000

interface Dependencies {
  readonly database: Database
  readonly sealer: SecretSealer
  readonly transport: Pick<WebhookTransport, 'refusalOf'>
}

export type WebhooksService = ReturnType<typeof webhooksService>

/**
 * External programs that receive events: a store's webhooks are managed by its managers, the whole merchant's
 * by the owner. A secret is shown once; the target address is checked when it is set and again at every
 * delivery. Owns events.webhooks, events.webhook_deliveries and events.webhook_attempts.
 */
export function webhooksService({ database, sealer, transport }: Dependencies) {
  const sealed = (id: string, secret: string) => sealer.seal(Buffer.from(secret), secretContext(id))

  /** @throws Problem `webhook_target_refused` */
  const assertTarget = async (url: string, ports: readonly number[]): Promise<void> => {
    const refusal = await transport.refusalOf(url, ports)
    if (refusal === undefined) return
    const { detail, fault } = refusal
    throw new Problem('webhook_target_refused', { detail, extras: { reason: fault } })
  }

  /**
   * @throws Problem `forbidden` · `merchant_suspended` · `invalid_request` (neither store nor merchant, a type that does not concern a store) ·
   *   `webhook_target_refused` · `too_many_webhooks`
   */
  const add = async (grant: Grant<'rows'>, order: NewWebhook): Promise<AddedWebhook> => {
    if (order.storeId !== undefined) assertStoreTypes(order.types)
    const { merchantId, ports } = await database.proveWriting(grant, async (tx) => {
      const of = { merchantId: merchantOf(tx.principal, order), storeId: order.storeId ?? null }
      return { merchantId: of.merchantId, ports: await portsForManager(tx, of) }
    })
    // Resolves the host outside a transaction; the permission to add one is checked again with the row.
    await assertTarget(order.url, ports)
    const id = uuid()
    const secret = newSecret()
    const { storeId, url, description, types = [] } = order
    const added = await database.write(grant, (tx) =>
      queries.add(
        tx,
        { id, merchantId, storeId, url, description, types, secretSealed: sealed(id, secret) },
        mostPerMerchant,
      ),
    )
    return { ...added, secret }
  }

  /** Newest first. @throws Problem `invalid_cursor` */
  const webhooks = (grant: Grant<'rows'>, query: WebhookQuery) =>
    database.read(grant, (tx) => {
      const { storeId, merchantId, limit, cursor } = query
      const merchantIds = scopeOf(tx).merchantIds.filter(
        (id) => merchantId === undefined || id === merchantId,
      )
      const asked = { list: 'webhooks', narrowedBy: [storeId, merchantId], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.webhooks(tx, { merchantIds }, storeId, range))
    })

  /** @throws Problem `not_found` */
  const webhook = (grant: Grant<'rows'>, id: string): Promise<Webhook> =>
    database.read(grant, (tx) => queries.webhook(tx, scopeOf(tx), id))

  /** @throws Problem `not_found` · `forbidden` · `invalid_request` (a type that does not concern a store) · `webhook_target_refused` */
  const change = async (grant: Grant<'rows'>, id: string, changes: WebhookChange): Promise<Webhook> => {
    const found = await webhook(grant, id)
    if (found.storeId !== null) assertStoreTypes(changes.types)
    if (changes.url !== undefined && changes.url !== found.url) {
      const ports = await database.proveWriting(grant, (tx) => portsForManager(tx, found))
      await assertTarget(changes.url, ports)
    }
    return database.write(grant, async (tx) =>
      queries.change(tx, await queries.webhook(tx, scopeOf(tx), id), changes),
    )
  }

  /** One that fails in between leaves it paused, and can be repeated. @throws Problem `not_found` · `forbidden` */
  const remove = async (grant: Grant<'rows'>, id: string): Promise<void> => {
    const removeSome = () =>
      database.write(grant, async (tx) =>
        queries.remove(tx, await queries.webhook(tx, scopeOf(tx), id), deletedAtOnce),
      )
    let isGone = false
    while (!isGone) isGone = await removeSome()
  }

  /** For a day after each rotation, messages are also signed with the secret that it replaced. @throws Problem `not_found` · `forbidden` */
  const rotate = (grant: Grant<'rows'>, id: string): Promise<RotatedSecret> =>
    database.write(grant, async (tx) => {
      const secret = newSecret()
      const found = await queries.webhook(tx, scopeOf(tx), id)
      return { secret, previousValidUntil: await queries.rotate(tx, found, sealed(id, secret), oldSecretMs) }
    })

  /** The deliveries of a webhook, newest first. @throws Problem `not_found` · `invalid_cursor` */
  const deliveries = (grant: Grant<'rows'>, id: string, { status, limit, cursor }: DeliveryQuery) =>
    database.read(grant, async (tx) => {
      const found = await queries.webhook(tx, scopeOf(tx), id)
      const asked = { list: 'deliveries', narrowedBy: [id, status], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.deliveries(tx, found, status, range))
    })

  /**
   * Sends a delivered or given-up message again. @throws Problem `not_found` · `forbidden` ·
   * `invalid_transition`
   */
  const resend = (grant: Grant<'rows'>, id: string, deliveryId: string): Promise<Delivery> =>
    database.write(grant, async (tx) => {
      const found = await queries.webhook(tx, scopeOf(tx), id)
      // A cluster lets the caller read these rows only before the function has changed them as their owner.
      const before = await queries.delivery(tx, found, deliveryId)
      const nextAttemptAt = await queries.resend(tx, found, deliveryId)
      return { ...before, status: 'PENDING', nextAttemptAt, finishedAt: null }
    })

  return { add, webhooks, webhook, change, remove, rotate, deliveries, resend }
}

/** Sealed for one webhook: the secret of another one does not open in its place. */
export const secretContext = (id: string) => `webhook:${id}`

/** Nobody else has a name looked up. @throws Problem `forbidden` */
async function portsForManager(
  tx: Tx<'rows'>,
  of: Pick<Webhook, 'merchantId' | 'storeId'>,
): Promise<readonly number[]> {
  const ports = await portsOf(tx)
  await queries.assertManages(tx, of)
  return ports
}

/** What concerns the merchant as a whole never reaches a store's webhook. @throws Problem `invalid_request` */
function assertStoreTypes(types: readonly (typeof storeEventTypes)[number][] = []): void {
  const message = 'concerns the whole merchant, and is only sent to a webhook with merchantId'
  const errors = types.flatMap((type, index) =>
    storeEventTypes.includes(type) ? [] : [{ path: `/types/${index}`, message }],
  )
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
}

/** The merchant of the given store, or the given merchant. */
function merchantOf({ memberships }: Principal, { storeId, merchantId }: NewWebhook): string {
  if ((storeId === undefined) === (merchantId === undefined)) {
    throw new Problem('invalid_request', {
      errors: [{ path: '/storeId', message: 'is required, unless merchantId is given' }],
    })
  }
  const membership = memberships.find((each) =>
    storeId === undefined ? each.merchantId === merchantId : each.storeId === storeId,
  )
  if (membership === undefined || (storeId !== undefined && membership.role !== 'manager')) {
    throw new Problem('forbidden', {
      detail:
        storeId === undefined
          ? 'Only the owner manages webhooks of the whole merchant.'
          : 'This needs the role manager or above in the store.',
      extras: { requiredRole: storeId === undefined ? 'owner' : 'store:manager' },
    })
  }
  assertActive(membership)
  return membership.merchantId
}
