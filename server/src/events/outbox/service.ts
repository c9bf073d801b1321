import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { LiveListener } from './live-listener.ts'
import * as queries from './queries.ts'
import { createTail } from './tail.ts'

/** Port: hears what transactions say when they commit. */
export type Listen = (hears: { onNotice(channel: string, payload: string): void; onOpen(): void }) => {
  stop(): Promise<void>
}

/** What is said on the second one is the id of an account or merchant whose authority has changed. */
export const eventChannels = ['mostrador_events', 'mostrador_authority'] as const

export interface EventTimes {
  /** Looks again, for what woke nobody. */
  readonly fallbackMs: number
  readonly heartbeatMs: number
  /** After this a client is asked to come again, so that no connection lasts for ever. */
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
 * Tells clients what happens while it happens. Of each process one connection hears that something has, and one
 * reader follows the order; a client is looked something up for only when there is something that it may see.
 * Owns events.events.
 */
export function eventsService({ database, listen, logger, times }: Dependencies) {
  const tail = createTail({ database, logger, fallbackMs: times.fallbackMs })
  const clients = new Set<LiveListener>()
  let hearing: { stop(): Promise<void> } | undefined
  let beating: NodeJS.Timeout | undefined
  let isStopping = false

  tail.watch((sightings) => {
    for (const client of clients) if (sightings.some((each) => client.isFor(each))) client.look()
  })

  /**
   * A stream of server-sent events, of those that the caller may read. With `lastEventId` it goes on after that
   * event; one that is forgotten or not the caller's is no place to go on from, and the first message says so.
   *
   * @throws Problem `forbidden` (no role in the store that was named) · `merchant_suspended` · `too_many_requests` · `overloaded`
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
      if (storeId !== undefined) assertMember(tx.principal, storeId)
      const last =
        lastEventId === undefined ? undefined : await queries.positionOf(tx, scopeOf(tx), lastEventId)
      const sets = await queries.readableSets(tx)
      return { principal: tx.principal, sets, position: last ?? present, isResumed: last !== undefined }
    })
    const { accountId } = opening.principal
    const own = [...clients].filter((each) => each.accountId === accountId)
    if (own.length >= mostPerAccount) {
      throw new Problem('too_many_requests', {
        detail: `An account may listen ${mostPerAccount} times at once; close one.`,
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
      // Nobody knows what was said while nobody heard it.
      onOpen() {
        tail.wake()
        for (const client of clients) client.look()
      },
    })
    beating = setInterval(beat, times.heartbeatMs)
    beating.unref()
  }

  /** Lets every client go, who will come back to another process. */
  const stop = async (): Promise<void> => {
    isStopping = true
    clearInterval(beating)
    const leaving = [...clients]
    for (const client of leaving) client.stream.close('shutdown')
    await Promise.all([hearing?.stop(), tail.stop(), ...leaving.map((client) => client.quiet())])
  }

  /** Calls back whenever events have come. */
  const onEvents = (hear: () => void): void => tail.watch(() => hear())

  return { open, start, stop, onEvents, streams: () => clients.size }
}

function assertMember(
  { memberships }: { readonly memberships: readonly { storeId: string; merchantStatus: string }[] },
  storeId: string,
): void {
  const membership = memberships.find((each) => each.storeId === storeId)
  if (membership === undefined) {
    throw new Problem('forbidden', {
      detail: 'This needs the role cashier or above in the store.',
      extras: { requiredRole: 'store:cashier' },
    })
  }
  if (membership.merchantStatus !== 'ACTIVE') throw new Problem('merchant_suspended')
}
