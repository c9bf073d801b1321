import type { Access, Implied } from './access.ts'
import type { KeyScope } from './key-scopes.ts'
import type { Principal } from './principal.ts'

/** What a caller presented, before anybody looked it up. */
export interface Credential {
  /** SHA-256 of the session token or API key. */
  readonly tokenHash: Buffer
}

/**
 * A claim that its route demanded `A`. Only the guard makes one, services cannot be called without
 * one, and PostgreSQL settles it anew in every transaction that it opens. Contravariant: a grant of a
 * manager is accepted where a cashier's is asked, and the reverse does not compile.
 */
export class Grant<in A extends Access> {
  private declare readonly permits: (access: A) => void
  readonly access: Access
  readonly credential: Credential | undefined
  /** The store that the request named, if it named one. */
  readonly storeId: string | undefined
  readonly requestId: string
  /** The route is open to sessions that were opened at a terminal with code and PIN. */
  readonly isForTills: boolean
  /** The scope that an API key needs for the route; undefined: the route is for people. */
  readonly keyScope: KeyScope | undefined
  /** The route asks for a session that was confirmed minutes ago. */
  readonly needsConfirmation: boolean
  /** Told who asks as soon as that is known, and may refuse. */
  readonly admit: (principal: Principal) => Promise<void>

  private constructor(access: Access, request: GrantRequest) {
    this.access = access
    this.credential = request.credential
    this.storeId = request.storeId
    this.requestId = request.requestId
    this.isForTills = request.isForTills ?? false
    this.keyScope = request.keyScope
    this.needsConfirmation = request.needsConfirmation ?? false
    this.admit = request.admit ?? (async () => {})
  }

  /** For the guard and the job runner; dependency rules keep everybody else away. */
  static issue<A extends Access>(access: A, request: GrantRequest): Grant<Implied<A>> {
    return new Grant(access, request)
  }
}

export interface GrantRequest {
  readonly credential?: Credential | undefined
  readonly storeId?: string | undefined
  readonly requestId: string
  readonly isForTills?: boolean | undefined
  readonly keyScope?: KeyScope | undefined
  readonly needsConfirmation?: boolean | undefined
  /** @throws Problem `too_many_requests` */
  readonly admit?: (principal: Principal) => Promise<void>
}
