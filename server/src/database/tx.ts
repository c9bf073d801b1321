import assert from 'node:assert/strict'
import type { Access } from '../authorization/access.ts'
import { assertStoreRole, soleStore, storeRoleOf } from '../authorization/guard.ts'
import type { Principal, StoreActor } from '../authorization/principal.ts'
import { Problem } from '../problem/problem.ts'
import { isAborted } from './errors.ts'
import type { Sql } from './sql.ts'

/** Sends one statement on the transaction's connection. @param timeoutMs how long it may run, if not as long as usual */
export type Send = (text: string, values: readonly unknown[], timeoutMs?: number) => Promise<unknown[]>

/** Background work: not a caller, but a database role with its own policies. */
export type TxAccess = Access | 'worker'

/**
 * An open transaction of a caller that PostgreSQL has checked as `A`. Queries declare the access they need,
 * so a query that a cashier may not run does not compile in a cashier's transaction.
 */
export class Tx<in A extends TxAccess> {
  private declare readonly permits: (access: A) => void
  readonly #send: Send
  readonly #access: TxAccess
  readonly #storeId: string | undefined
  readonly #principal: Promise<Principal> | undefined
  #known: Principal | undefined
  #failure: unknown
  #timeoutMs: number | undefined
  readonly requestId: string

  constructor(
    send: Send,
    caller: {
      access: TxAccess
      principal: Promise<Principal> | undefined
      storeId: string | undefined
      requestId: string
    },
  ) {
    this.#send = send
    this.#access = caller.access
    this.#principal = caller.principal
    this.#storeId = caller.storeId
    this.requestId = caller.requestId
  }

  /** Waits until the caller is known; the transaction runner does so before any guarded work. */
  async settled(): Promise<void> {
    this.#known = await this.#principal
  }

  /** The caller. A programming error in a transaction without one. */
  get principal(): Principal {
    assert(this.#known, 'this transaction has no settled caller')
    return this.#known
  }

  /**
   * The member acting in the request's store, or in the only one.
   *
   * @throws Problem `forbidden` · `store_required` · `merchant_suspended`
   */
  storeActor(): StoreActor {
    const required = storeRoleOf(this.#access as Access)
    return this.#storeId === undefined
      ? soleStore(this.principal, required)
      : assertStoreRole(this.principal, this.#storeId, required)
  }

  /** The member acting in the store of a given row. @throws Problem `forbidden` · `merchant_suspended` */
  storeActorIn(storeId: string): StoreActor {
    return assertStoreRole(this.principal, storeId, storeRoleOf(this.#access as Access))
  }

  /** How long each further statement may run: for `setStatementTimeout`, which tells PostgreSQL. */
  expectAnswersWithin(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs
  }

  async rows<R>(statement: Sql<R>): Promise<R[]> {
    try {
      return (await this.#send(statement.text, statement.parameters, this.#timeoutMs)) as R[]
    } catch (error) {
      // When several statements are sent together, those after a failed one only report that the transaction is aborted.
      this.#failure = isAborted(error) ? (this.#failure ?? error) : error
      throw this.#failure
    }
  }

  async first<R>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.rows(statement))[0]
  }

  /** The row, or 404: absent and invisible rows are treated the same. */
  async one<R>(statement: Sql<R>): Promise<R> {
    const row = await this.first(statement)
    if (row === undefined) throw new Problem('not_found')
    return row
  }
}
