import type { Logger } from 'pino'
import type { Grant } from '../../authorization/grant.ts'
import type { Principal } from '../../authorization/principal.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { EventStream } from './event-stream.ts'
import * as queries from './queries.ts'
import type { Tail } from './tail.ts'

interface Dependencies {
  readonly database: Database
  readonly tail: Tail
  readonly logger: Logger
}

interface Opening {
  readonly grant: Grant<'rows'>
  readonly storeId: string | undefined
  readonly principal: Principal
  readonly sets: readonly number[]
  /** The position of the last event that the client knows, or an earlier one. */
  readonly position: bigint
  readonly isResumed: boolean
}

const batch = 100
/** Pause between two reads for one client: events in between are read together. */
const paceMs = 50

/**
 * One listening client. Events are read under its own current roles: nothing that it may no longer read is
 * ever sent, and when a role that it had at the start ends, so does the stream.
 */
export class LiveListener {
  readonly stream: EventStream
  readonly accountId: string
  readonly openedAt = Date.now()
  readonly #parts: Dependencies
  readonly #opening: Opening
  readonly #authority: ReadonlySet<string>
  #merchants: ReadonlySet<string> = new Set()
  #sets: ReadonlySet<number>
  /** Sets of the caller's merchants that the caller cannot read, as far as known. */
  readonly #foreign = new Set<number>()
  #isPlatform: boolean
  #position: bigint
  #isDue = true
  #reading: Promise<void> | undefined

  constructor(parts: Dependencies, opening: Opening, onClose: () => void) {
    this.#parts = parts
    this.#opening = opening
    this.#position = opening.position
    this.accountId = opening.principal.accountId
    this.#authority = authorityOf(opening.principal)
    this.#sets = new Set(opening.sets)
    this.#isPlatform = isPlatform(opening.principal)
    this.#know(opening.principal, opening.sets)
    this.stream = new EventStream(() => this.look(), onClose)
    this.stream.ready(opening.isResumed)
    this.look()
  }

  /** Whether the caller may have to do with an account or merchant whose authority has changed. */
  concerns(id: string): boolean {
    return id === this.accountId || this.#merchants.has(id)
  }

  /** Whether an event is likely to be visible to this client. The read decides. */
  isFor({ permissionSet, merchantId, storeId, accountId }: queries.Sighting): boolean {
    const named = this.#opening.storeId
    if (accountId === this.accountId) return true
    if (permissionSet === null) return this.#isPlatform && named === undefined
    if (named !== undefined && storeId !== null && storeId !== named) return false
    if (this.#sets.has(permissionSet)) return true
    // A set created since the last read, such as a new member's own, is resolved by the next one.
    if (!this.#merchants.has(merchantId) || this.#foreign.has(permissionSet)) return false
    this.#foreign.add(permissionSet)
    return true
  }

  /** Schedules a read: now, or when a stream that is full has been read. */
  look(): void {
    this.#isDue = true
    // Reading would end before `#reading` is set, and that would then never be unset.
    if (this.stream.isFull || this.stream.isOver) return
    this.#reading ??= this.#readAll()
  }

  /** Settles when no read for this client is in progress. */
  async quiet(): Promise<void> {
    await this.#reading
  }

  async #readAll(): Promise<void> {
    while (this.#isDue && !this.stream.isFull && !this.stream.isOver) {
      this.#isDue = false
      try {
        if (await this.#readSome()) this.#isDue = true
        else await new Promise((resolve) => setTimeout(resolve, paceMs))
      } catch (error) {
        this.#fail(error)
      }
    }
    this.#reading = undefined
  }

  /** Sends the next events; returns whether there may be more. */
  async #readSome(): Promise<boolean> {
    const { grant, storeId } = this.#opening
    // Read before the events, so that nothing before it can become visible after it.
    const upTo = this.#parts.tail.told()
    const { principal, sets, events } = await this.#parts.database.watch(grant, async (tx) => {
      const range = { after: this.#position, upTo, limit: batch }
      const { merchantIds } = scopeOf(tx, storeId)
      const of = { merchantIds, storeId, isPlatform: isPlatform(tx.principal) }
      const events = await queries.eventsBetween(tx, of, range)
      return { principal: tx.principal, sets: await queries.readableSets(tx), events }
    })
    const held = authorityOf(principal)
    if ([...this.#authority].some((each) => !held.has(each))) {
      this.stream.close('authority')
      return false
    }
    for (const event of events) this.stream.tell(event)
    const isMore = events.length === batch
    if (isMore) this.#position = (events.at(-1) as queries.StoredEvent).position
    else if (upTo > this.#position) this.#position = upTo
    return this.#know(principal, sets) || isMore
  }

  /** Records what the caller may read now; returns whether that has grown. */
  #know(principal: Principal, sets: readonly number[]): boolean {
    const hasGrown = sets.some((each) => !this.#sets.has(each))
    this.#sets = new Set(sets)
    this.#merchants = new Set(principal.memberships.map(({ merchantId }) => merchantId))
    this.#isPlatform = isPlatform(principal)
    return hasGrown
  }

  #fail(error: unknown): void {
    if (error instanceof Problem && error.status === 401) this.stream.close('authority')
    else {
      // The client reconnects, and continues after the last event that it got.
      this.#parts.logger.warn({ err: error }, 'events: a stream could not be read for')
      this.stream.close('renew')
    }
  }
}

const isPlatform = ({ labels, labelsAct }: Principal) =>
  labelsAct && (labels.includes('platformOperator') || labels.includes('platformAdmin'))

/** What a caller relies on: memberships of merchants that are not suspended, and active labels. */
function authorityOf(principal: Principal): ReadonlySet<string> {
  const active = principal.memberships.filter(({ merchantStatus }) => merchantStatus === 'ACTIVE')
  return new Set([
    ...active.map(({ membershipId }) => membershipId),
    ...(principal.labelsAct ? principal.labels : []),
  ])
}
