import assert from 'node:assert/strict'
import type { Access } from '../authorization/access.ts'
import { assertStoreRole, soleStore, storeRoleOf } from '../authorization/guard.ts'
import type { Principal, StoreActor } from '../authorization/principal.ts'
import { Problem } from '../problem/problem.ts'
import type { Sql } from './sql.ts'

/** Sends one statement on the transaction's connection. */
export type Send = (text: string, values: readonly unknown[]) => Promise<unknown[]>

/** Background work: not a caller, its own database role with its own policies. */
export type TxAccess = Access | 'worker'

/**
 * An open transaction of a caller whom PostgreSQL has settled as `A`. Queries ask for the access they
 * need, so a query that a cashier may not send does not compile in a cashier's transaction.
 */
export class Tx<in A extends TxAccess> {
  private declare readonly permits: (access: A) => void
  readonly #send: Send
  readonly #access: TxAccess
  readonly #storeId: string | undefined
  readonly #principal: Promise<Principal> | undefined
  #known: Principal | undefined
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

  /** Waits until the caller is settled; the transaction runner does so before any guarded work. */
  async settled(): Promise<void> {
    this.#known = await this.#principal
  }

  /** Who is asking. A programmer's fault in a transaction without a caller. */
  get principal(): Principal {
    assert(this.#known, 'this transaction has no settled caller')
    return this.#known
  }

  /**
   * The member acting in the store that the request named, or in the only one there is.
   *
   * @throws Problem `forbidden` · `store_required` · `merchant_suspended`
   */
  storeActor(): StoreActor {
    const required = storeRoleOf(this.#access as Access)
    return this.#storeId === undefined
      ? soleStore(this.principal, required)
      : assertStoreRole(this.principal, this.#storeId, required)
  }

  /** The member acting in the store of a row that was looked up. @throws Problem `forbidden` · `merchant_suspended` */
  storeActorIn(storeId: string): StoreActor {
    return assertStoreRole(this.principal, storeId, storeRoleOf(this.#access as Access))
  }

  async rows<R>(statement: Sql<R>): Promise<R[]> {
    return (await this.#send(statement.text, statement.parameters)) as R[]
  }

  async first<R>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.rows(statement))[0]
  }

  /** The row, or 404: absent and not visible are one and the same. */
  async one<R>(statement: Sql<R>): Promise<R> {
    const row = await this.first(statement)
    if (row === undefined) throw new Problem('not_found')
    return row
  }
}
