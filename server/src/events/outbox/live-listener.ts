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
  /** The last event that the client knows stands here, or is no later. */
  readonly position: bigint
  readonly isResumed: boolean
}

const batch = 100
/** Between two readings for one client: what comes meanwhile is read at once. */
const paceMs = 50

/**
 * One client who listens. What it is told it reads itself, under its own roles of that moment: nothing that it
 * may not read any more is ever on its way to it, and when a role that it came with is gone, so is the stream.
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
  /** Sets of the caller's merchants that are not the caller's to read, as far as they were seen. */
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

  /** Whether an event is likely to be told to this client. Reading it decides. */
  isFor({ permissionSet, merchantId, storeId, accountId }: queries.Sighting): boolean {
    const named = this.#opening.storeId
    if (accountId === this.accountId) return true
    if (permissionSet === null || merchantId === null) return this.#isPlatform && named === undefined
    if (named !== undefined && storeId !== null && storeId !== named) return false
    if (this.#sets.has(permissionSet)) return true
    // A set that was made since the last reading, such as a new member's own, is settled by the next one.
    if (!this.#merchants.has(merchantId) || this.#foreign.has(permissionSet)) return false
    this.#foreign.add(permissionSet)
    return true
  }

  /** Reads what there is, soon. */
  look(): void {
    this.#isDue = true
    this.#reading ??= this.#readAll()
  }

  /** Settles when nothing is being read for this client any more. */
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

  /** Tells the next events; answers whether there may be more. */
  async #readSome(): Promise<boolean> {
    const { grant, storeId } = this.#opening
    // Known before the reading, so that nothing before it can become visible after it.
    const upTo = this.#parts.tail.told()
    const { principal, sets, events } = await this.#parts.database.watch(grant, async (tx) => {
      const range = { after: this.#position, upTo, limit: batch }
      const events = await queries.eventsBetween(tx, scopeOf(tx, storeId), storeId, range)
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

  /** Notes what the caller may read now; answers whether that has grown. */
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
      // The client comes back, and goes on after the last event that it was told.
      this.#parts.logger.warn({ err: error }, 'events: a stream could not be read for')
      this.stream.close('renew')
    }
  }
}

const isPlatform = ({ labels, labelsAct }: Principal) =>
  labelsAct && (labels.includes('platformOperator') || labels.includes('platformAdmin'))

/** What a caller relies on: memberships of merchants that are not suspended, and labels that act. */
function authorityOf(principal: Principal): ReadonlySet<string> {
  const active = principal.memberships.filter(({ merchantStatus }) => merchantStatus === 'ACTIVE')
  return new Set([
    ...active.map(({ membershipId }) => membershipId),
    ...(principal.labelsAct ? principal.labels : []),
  ])
}
