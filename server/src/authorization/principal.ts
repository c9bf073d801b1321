import assert from 'node:assert/strict'
import type { Label } from './access.ts'
import type { KeyScope } from './key-scopes.ts'
import type { StoreRole } from './matrix.ts'

/** Who a session turned out to be: the answer of `app.authenticate`, read anew in every transaction. */
export interface Principal {
  readonly accountId: string
  /** Null: a machine, which acts by an API key. */
  readonly email: string | null
  readonly name: string
  readonly sessionId: string
  readonly labels: readonly Label[]
  /** False while a second factor is demanded and the session has not shown one. */
  readonly labelsAct: boolean
  readonly hasSecondFactor: boolean
  /** Password, and second factor where there is one, were shown in this session minutes ago. */
  readonly isConfirmed: boolean
  /** The platform asks its staff for no second factor, and so not again either. */
  readonly waivesConfirmation: boolean
  /** Where the session was opened with code and PIN; it then acts in one membership alone. */
  readonly terminalId: string | null
  /** What an API key is for; null: the caller is a person. */
  readonly keyScopes: readonly KeyScope[] | null
  /** Active memberships; narrowed to the request's store when it names one. */
  readonly memberships: readonly Membership[]
  /** The session's last-seen time is due for a refresh. */
  readonly isStale: boolean
}

/** A caller who has an address: on routes that API keys cannot reach, everybody. A programmer's fault on any other. */
export function asPerson(principal: Principal): Principal & { readonly email: string } {
  const { email } = principal
  assert(email !== null, 'the route is open to API keys')
  return { ...principal, email }
}

export interface Membership {
  readonly membershipId: string
  readonly merchantId: string
  readonly storeId: string
  readonly role: StoreRole
  readonly merchantStatus: 'ACTIVE' | 'SUSPENDED' | 'CLOSED'
}

/** A member acting in one store: what a store guard proves. */
export interface StoreActor extends Membership {
  readonly accountId: string
}
