import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Grant } from '../../authorization/grant.ts'
import { assertStoreRole } from '../../authorization/guard.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { LiveListener } from './live-listener.ts'
import * as queries from './queries.ts'
import { createTail } from './tail.ts'

/** Port: receives PostgreSQL notifications at commit. */
export type Listen = (hears: { onNotice(channel: string, payload: string): void; onOpen(): void }) => {
  stop(): Promise<void>
}

/** The second channel carries the id of an account or merchant whose permissions have changed. */
export const eventChannels = ['mostrador_events', 'mostrador_authority'] as const

export interface EventTimes {
  /** Interval of polling, for events without a notification. */
  readonly fallbackMs: number
  readonly heartbeatMs: number
  /** After this time a client is asked to reconnect, so that no connection is endless. */
  readonly longestMs: number
}
export const usualEventTimes: EventTimes = { fallbackMs: 1_000, heartbeatMs: 20_000, longestMs: 15 * 60_000 }

const mostPerAccount = 10
const mostPerProcess = 2_000

interface Dependencies {
  readonly database: Database
  readonly listen: Listen
  readonly logger: Logger
  readonly times: EventTimes
}

export type EventsService = ReturnType<typeof eventsService>

/**
 * Sends events to clients as they happen. Each process has one connection that receives notifications and one
 * reader that follows the order; events are read for a client only when there may be some that it can see.
 * Owns events.events.
 */
export function eventsService({ database, listen, logger, times }: Dependencies) {
  const clients = new Set<LiveListener>()
  const closeAll = (reason: 'renew' | 'shutdown'): void => {
    for (const client of clients) client.stream.close(reason)
  }
  const tail = createTail({
    database,
    logger,
    fallbackMs: times.fallbackMs,
    // Their positions are those of events that are lost.
    onSetBack: () => closeAll('renew'),
  })
  let hearing: { stop(): Promise<void> } | undefined
  let beating: NodeJS.Timeout | undefined
  let isStopping = false

  tail.watch((sightings) => {
    for (const client of clients) if (sightings.some((each) => client.isFor(each))) client.look()
  })

  /**
   * A stream of server-sent events that the caller may read. With `lastEventId` it continues after that
   * event; if that is older than a day, was deleted or is not visible to the caller, the first message says that it cannot.
   *
   * @throws Problem `forbidden` (no role in the given store) · `merchant_suspended` · `too_many_requests` ·
   * `overloaded`
   */
  const open = async (
    grant: Grant<'rows'>,
    ask: { readonly storeId?: string | undefined; readonly lastEventId?: string | undefined },
  ): Promise<Readable> => {
    if (isStopping || clients.size >= mostPerProcess)
      throw new Problem('overloaded', { retryAfterSeconds: 5 })
    const present = await tail.present()
    const { storeId, lastEventId } = ask
    const opening = await database.watch(grant, async (tx) => {
      if (storeId !== undefined) assertStoreRole(tx.principal, storeId, 'cashier')
      const last =
        lastEventId === undefined ? undefined : await queries.positionOf(tx, scopeOf(tx), lastEventId)
      const sets = await queries.readableSets(tx)
      return { principal: tx.principal, sets, position: last ?? present, isResumed: last !== undefined }
    })
    const { accountId } = opening.principal
    const own = [...clients].filter((each) => each.accountId === accountId)
    if (own.length >= mostPerAccount) {
      throw new Problem('too_many_requests', {
        detail: `An account may have ${mostPerAccount} open streams. Close one first.`,
        retryAfterSeconds: 10,
      })
    }
    if (isStopping) throw new Problem('overloaded', { retryAfterSeconds: 5 })
    const client: LiveListener = new LiveListener(
      { database, tail, logger },
      { grant, storeId, ...opening },
      () => clients.delete(client),
    )
    clients.add(client)
    return client.stream.readable
  }

  const beat = (): void => {
    const oldest = Date.now() - times.longestMs
    for (const client of clients) {
      if (client.openedAt < oldest) client.stream.close('renew')
      client.stream.beat()
    }
  }

  const start = (): void => {
    tail.start()
    hearing = listen({
      onNotice(channel, payload) {
        if (channel === 'mostrador_events') tail.wake()
        else for (const client of clients) if (client.concerns(payload)) client.look()
      },
      // Notifications may have been lost while the connection was down.
      onOpen() {
        tail.wake()
        for (const client of clients) client.look()
      },
    })
    beating = setInterval(beat, times.heartbeatMs)
    beating.unref()
  }

  /** Disconnects all clients, which reconnect to another process. */
  const stop = async (): Promise<void> => {
    isStopping = true
    clearInterval(beating)
    const leaving = [...clients]
    closeAll('shutdown')
    await Promise.all([hearing?.stop(), tail.stop(), ...leaving.map((client) => client.quiet())])
  }

  /** Calls back whenever there are new events. */
  const onEvents = (hear: () => void): void => tail.watch(() => hear())

  return { open, start, stop, onEvents, streams: () => clients.size }
}
