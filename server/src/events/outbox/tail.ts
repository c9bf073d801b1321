import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { orderEvents } from './ordering.ts'
import * as queries from './queries.ts'

/** Called with new events in order: they are committed, and so is everything before them. */
type Watcher = (sightings: readonly queries.Sighting[]) => void

export type Tail = ReturnType<typeof createTail>

const batch = 500
/**
 * The pause between two readings. Each reading writes positions and waits for the disk, as a sale does. With the pause
 * there are at most twenty a second, even when there are hundreds of sales.
 */
const restMs = 50

interface TailOptions {
  readonly database: Database
  readonly logger: Logger
  readonly fallbackMs: number
  /** Called when the database was set back to before the last reading: positions are given a second time. */
  readonly onSetBack: () => void
}

/**
 * Follows the events of all merchants for this process: one reader for any number of watchers. It reads when
 * notified and, since some commits send no notification, again after `fallbackMs`.
 */
export function createTail({ database, logger, fallbackMs, onSetBack }: TailOptions) {
  const watchers = new Set<Watcher>()
  let head: bigint | undefined
  let looking: Promise<void> | undefined
  let rested: Promise<unknown> = Promise.resolve()
  let isWoken = false
  let timer: NodeJS.Timeout | undefined

  /** Begins at the first position that anybody asks for: a stream may be opened before the first reading. */
  const beginAt = (position: bigint): bigint => (head ??= position)

  const look = async (): Promise<void> => {
    const before = head
    const { head: last, given } = await orderEvents(database)
    if (before !== undefined && last < before) {
      logger.warn('events: the database was set back')
      head = last
      onSetBack()
    }
    const after = beginAt(last)
    const found =
      after >= last
        ? []
        : await database.worker((tx) => queries.sightings(tx, { after, upTo: last, limit: batch }))
    if (after < last) head = found.length < batch ? last : found.at(-1)?.position
    // While a node has not committed what it was given, nothing moves, and looking at once would not help.
    if (found.length === batch || (given !== last && after !== last)) isWoken = true
    if (found.length > 0) for (const watcher of watchers) watcher(found)
  }

  const run = async (): Promise<void> => {
    while (isWoken) {
      await rested
      isWoken = false
      rested = sleep(restMs)
      await look().catch((error: unknown) => logger.warn({ err: error }, 'events: could not read'))
    }
    looking = undefined
  }

  const wake = (): void => {
    isWoken = true
    looking ??= run()
  }

  /**
   * A position up to which nothing is missing. What was committed before this call is at or before it, unless a node of a
   * cluster has not confirmed its positions.
   */
  const present = async (): Promise<bigint> => {
    const { head: position } = await orderEvents(database)
    beginAt(position)
    return position
  }

  /** The position up to which watchers were notified. */
  const told = (): bigint => head ?? 0n

  const watch = (watcher: Watcher): void => {
    watchers.add(watcher)
  }

  const start = (): void => {
    wake()
    timer = setInterval(wake, fallbackMs)
    timer.unref()
  }

  const stop = async (): Promise<void> => {
    clearInterval(timer)
    await looking
  }

  return { start, stop, wake, watch, present, told }
}
