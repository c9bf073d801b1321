import type { Access, Implied } from './access.ts'
import type { KeyScope } from './key-scopes.ts'
import type { Principal } from './principal.ts'
import type { Priority } from './priority.ts'

/** The caller's credentials, before they are checked. */
export interface Credential {
  /** SHA-256 of the session token or API key. */
  readonly tokenHash: Buffer
}

/**
 * A claim that its route required `A`. Only the guard creates one, services require one, and PostgreSQL
 * checks it again in every transaction that it opens. Contravariant: a manager's grant is accepted where a
 * cashier's is required, and the reverse does not compile.
 */
export class Grant<in A extends Access> {
  private declare readonly permits: (access: A) => void
  readonly access: Access
  readonly credential: Credential | undefined
  /** The store given in the request, if any. */
  readonly storeId: string | undefined
  readonly requestId: string
  /** The route is open to terminal sessions, opened with code and PIN. */
  readonly isForTills: boolean
  /** The scopes that an API key needs for the route; none: the route is for people. */
  readonly keyScopes: readonly KeyScope[]
  /** The route requires a session that was recently confirmed. */
  readonly needsConfirmation: boolean
  /** The route reconciles a restored database, and is open meanwhile. */
  readonly reconciles: boolean
  /** A read that no person caused: see `countsAsUse`. */
  readonly isUnattended: boolean
  /** Whose turn it is when the database is busy. */
  readonly priority: Priority
  /** Called with the principal as soon as it is known; may refuse. */
  readonly admit: (principal: Principal) => Promise<void>

  private constructor(access: Access, request: GrantRequest) {
    this.access = access
    this.credential = request.credential
    this.storeId = request.storeId
    this.requestId = request.requestId
    this.isForTills = request.isForTills ?? false
    this.keyScopes = request.keyScopes ?? []
    this.needsConfirmation = request.needsConfirmation ?? false
    this.reconciles = request.reconciles ?? false
    this.isUnattended = request.isUnattended ?? false
    this.priority = request.priority ?? 'desk'
    this.admit = request.admit ?? (async () => {})
  }

  /** For the guard and the job runner; dependency rules forbid it elsewhere. */
  static issue<A extends Access>(access: A, request: GrantRequest): Grant<Implied<A>> {
    return new Grant(access, request)
  }
}

export interface GrantRequest {
  readonly credential?: Credential | undefined
  readonly storeId?: string | undefined
  readonly requestId: string
  readonly isForTills?: boolean | undefined
  readonly keyScopes?: readonly KeyScope[] | undefined
  readonly needsConfirmation?: boolean | undefined
  readonly reconciles?: boolean | undefined
  readonly isUnattended?: boolean | undefined
  readonly priority?: Priority | undefined
  /** @throws Problem `too_many_requests` */
  readonly admit?: (principal: Principal) => Promise<void>
}
