import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { portsOf } from './ports.ts'
import * as queries from './queries.ts'
import { type SecretSealer, secretContext } from './service.ts'
import { signedHeaders } from './signing.ts'
import type { WebhookTransport } from './transport.ts'

export interface WebhookTimes {
  /** Interval at which due deliveries are searched for, unless notified earlier. */
  readonly intervalMs: number
  /** Longer than a delivery can take: a sender that holds one for this long is gone. */
  readonly leaseMs: number
  /** Pauses between attempts; after the last one a message is given up. */
  readonly pausesMs: readonly number[]
  /** A webhook that has failed for this long is disabled. */
  readonly disableAfterMs: number
  /** After this long without an attempt, the time for `disableAfterMs` starts again. Longer than the longest retry pause. */
  readonly resetAfterMs: number
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** As Standard Webhooks suggests: ten attempts over three days. */
export const usualWebhookTimes: WebhookTimes = {
  intervalMs: second,
  leaseMs: minute,
  pausesMs: [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
  disableAfterMs: 5 * 24 * hour,
  resetAfterMs: 2 * 24 * hour,
}

const mostAtOnce = 16
/** One merchant's receivers, however slow, leave places to the others. */
const mostPerMerchant = 8
const mostPerWebhook = 4

interface Dependencies {
  readonly database: Database
  readonly sealer: SecretSealer
  readonly transport: WebhookTransport
  readonly logger: Logger
  readonly times: WebhookTimes
  /** Calls back whenever there are new events. */
  readonly onEvents: (wake: () => void) => void
}

/**
 * Sends due deliveries, several at a time. They are stored in the database: several processes share them, and
 * those held by a process that died become due again after their lease. How many places one merchant and one
 * webhook take is limited in each process, since a process's places are what a slow receiver holds.
 */
export function startWebhookDispatcher(parts: Dependencies) {
  const { database, logger, times } = parts
  const sending = new Map<Promise<void>, queries.DueDelivery>()
  let isStopping = false
  let isWoken = false
  let rouse = () => {}
  const wake = () => {
    isWoken = true
    rouse()
  }
  parts.onEvents(wake)

  const round = async (): Promise<void> => {
    const places = {
      free: mostAtOnce - sending.size,
      perMerchant: mostPerMerchant,
      perWebhook: mostPerWebhook,
    }
    if (places.free === 0) return
    const { due, ports } = await database.worker(async (tx) => ({
      ports: await portsOf(tx),
      due: await queries.claim(tx, places, [...sending.values()], times.leaseMs),
    }))
    for (const each of due) {
      const sent = send(parts, each, ports)
        .catch((error: unknown) =>
          logger.error({ err: error, deliveryId: each.id }, 'webhooks: outcome not recorded'),
        )
        .finally(() => {
          sending.delete(sent)
          wake()
        })
      sending.set(sent, each)
    }
  }

  const run = async (): Promise<void> => {
    while (!isStopping) {
      isWoken = false
      await round().catch((error: unknown) => logger.warn({ err: error }, 'webhooks: could not read'))
      if (isWoken) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, times.intervalMs)
        rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()

  return {
    /** Waits for deliveries in progress. */
    async stop(): Promise<void> {
      isStopping = true
      rouse()
      await running
      await Promise.all(sending.keys())
    },
  }
}

async function send(parts: Dependencies, of: queries.DueDelivery, ports: readonly number[]): Promise<void> {
  const { database, sealer, transport, times } = parts
  const { id: _id, eventId, type, at, merchantId, storeId, payload } = of
  const body = JSON.stringify({ type, timestamp: at.toISOString(), merchantId, storeId, data: payload })
  const secrets = [of.secretSealed, of.oldSecretSealed, of.olderSecretSealed]
    .filter((each) => each !== null)
    .map((each) => sealer.open(each, secretContext(of.webhookId)).toString())
  const began = new Date()
  const outcome = await transport.post({
    url: of.url,
    ports,
    body,
    headers: { 'content-type': 'application/json', ...signedHeaders(eventId, began, body, secrets) },
  })
  const attempt = {
    at: began,
    durationMs: Date.now() - began.getTime(),
    status: 'status' in outcome ? outcome.status : undefined,
    error: 'error' in outcome ? outcome.error : undefined,
    pauseMs: times.pausesMs[of.tries - 1],
  }
  await database.worker((tx) => queries.record(tx, of, attempt, times))
}
