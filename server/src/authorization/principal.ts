import assert from 'node:assert/strict'
import type { Label } from './access.ts'
import type { KeyScope } from './key-scopes.ts'
import type { StoreRole } from './matrix.ts'

/** The resolved caller: the answer of `app.authenticate`, read again in every transaction. */
export interface Principal {
  readonly accountId: string
  /** Null: a machine with an API key, or a cashier who signs in only at tills. */
  readonly email: string | null
  readonly name: string
  readonly sessionId: string
  readonly labels: readonly Label[]
  /** False without labels, and while a second factor is required and the session has none. */
  readonly labelsAct: boolean
  readonly hasSecondFactor: boolean
  /** Password, and the second factor if there is one, were confirmed in this session a few minutes ago. */
  readonly isConfirmed: boolean
  /** The platform waives the second factor for its staff, and so also its confirmation. */
  readonly waivesConfirmation: boolean
  /** Set when the session was opened with code and PIN; it then acts in one membership only. */
  readonly terminalId: string | null
  /** The scopes of an API key; null: the caller is a person. */
  readonly keyScopes: readonly KeyScope[] | null
  /** Active memberships; limited to the request's store, if given. */
  readonly memberships: readonly Membership[]
  /** The caller's labels do not act, except to reconcile the database: it was restored. False without labels. */
  readonly isRestored: boolean
  /** The session's last-seen time is due for an update. */
  readonly isStale: boolean
}

/**
 * A caller with an e-mail address: everybody, on routes that neither API keys nor terminal sessions can use. A
 * programming error on any other.
 */
export function asPerson(principal: Principal): Principal & { readonly email: string } {
  const { email } = principal
  assert(email !== null, 'the route is open to API keys or to terminal sessions')
  return { ...principal, email }
}

export interface Membership {
  readonly membershipId: string
  readonly merchantId: string
  readonly storeId: string
  readonly role: StoreRole
  readonly merchantStatus: 'ACTIVE' | 'SUSPENDED' | 'CLOSED'
}

/** A member acting in one store: the result of a store guard. */
export interface StoreActor extends Membership {
  readonly accountId: string
}
