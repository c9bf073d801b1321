import { Problem } from '../problem/problem.ts'
import type { Access, Label, PlatformRole } from './access.ts'
import type { Grant } from './grant.ts'
import { outranks, type StoreRole } from './matrix.ts'
import type { Membership, Principal, StoreActor } from './principal.ts'

const labelOf: Record<PlatformRole, Label> = { operator: 'platformOperator', admin: 'platformAdmin' }

/**
 * The only platform guard. An administrator may do whatever an operator may.
 *
 * @throws Problem `forbidden` with `requiredRole`
 */
export function assertPlatformRole(labels: readonly Label[], ...allowed: readonly PlatformRole[]): void {
  const passes = labels.includes('platformAdmin') || allowed.some((role) => labels.includes(labelOf[role]))
  if (passes) return
  throw new Problem('forbidden', {
    detail: `This needs the platform role ${allowed.join(' or ')}.`,
    extras: { requiredRole: `platform:${allowed[0]}` },
  })
}

/**
 * The member with this role or above, acting in this store.
 *
 * @throws Problem `forbidden` (no role or too low a role, the same for a store that does not exist) ·
 * `merchant_suspended`
 */
export function assertStoreRole(principal: Principal, storeId: string, required: StoreRole): StoreActor {
  const membership = principal.memberships.find((candidate) => candidate.storeId === storeId)
  if (membership === undefined || !outranks(membership.role, required)) throw tooLow(required)
  return actor(principal, membership)
}

/**
 * The memberships in which the caller has this role, or one above: at least one.
 *
 * @throws Problem `forbidden` · `merchant_suspended` (only in stores of suspended merchants)
 */
export function assertRoleSomewhere({ memberships }: Principal, required: StoreRole): readonly Membership[] {
  const able = memberships.filter(({ role }) => outranks(role, required))
  if (able.length === 0) throw tooLow(required)
  const active = able.filter(isActive)
  if (active.length === 0) throw suspended()
  return active
}

/**
 * Whether a request extends its session. Reads that an open page sends on its own do not extend a session of platform
 * staff, which ends after half an hour without a person. They extend all others: a till may wait that long for a
 * provider, and locks itself.
 */
export const countsAsUse = ({ isUnattended }: Grant<never>, { labels }: Principal): boolean =>
  !(isUnattended && Object.values(labelOf).some((label) => labels.includes(label)))

/** Checks the claim of a grant against the database's current state. @throws Problem */
export function settle(grant: Grant<never>, principal: Principal): void {
  const [plane, role] = grant.access.split(':') as [string, string | undefined]
  if (principal.keyScopes !== null) assertKeyScope(grant, principal.keyScopes)
  if (principal.terminalId !== null && !grant.isForTills) {
    throw new Problem('password_required', {
      detail:
        'A terminal session can only do what a till does. Sign in with e-mail and password in the back office.',
    })
  }
  if (plane === 'platform') {
    assertPlatformRole(principal.labels, role as PlatformRole)
    if (principal.isRestored && !grant.reconciles) {
      throw new Problem('restored', {
        detail:
          'An administrator reconciles it first, on the page of that name or with mostrador authority reconcile.',
      })
    }
    if (!principal.labelsAct) {
      throw new Problem('mfa_required', {
        detail: principal.hasSecondFactor
          ? 'Sign in again with a second-factor code.'
          : 'Enrol a second factor (POST /auth/totp), then sign in again with a code.',
      })
    }
  }
  if (plane === 'store') {
    const { memberships } = principal
    if (grant.storeId !== undefined) assertStoreRole(principal, grant.storeId, role as StoreRole)
    else if (memberships.length === 0) throw tooLow(role as StoreRole)
    // Row permissions hide all of their rows: without this, every id would be `not_found`.
    else if (!memberships.some(isActive)) throw suspended()
  }
  // Store staff confirm their password in any case, whatever the platform waives for its own staff.
  const isConfirmed = principal.isConfirmed || (plane === 'platform' && principal.waivesConfirmation)
  if (grant.needsConfirmation && !isConfirmed) {
    throw new Problem('confirmation_required', {
      detail: `Send your password${principal.hasSecondFactor ? ' and a second-factor code' : ''} to POST /auth/sessions/current/confirm, then repeat the request.`,
    })
  }
}

/**
 * API keys may use routes made for programs, within their scopes. @throws Problem `person_required` ·
 * `scope_missing`
 */
function assertKeyScope(
  { keyScopes, needsConfirmation }: Grant<never>,
  held: NonNullable<Principal['keyScopes']>,
): void {
  if (keyScopes.length === 0 || needsConfirmation) {
    throw new Problem('person_required', {
      detail: 'An API key cannot do this. It requires a person signed in with e-mail and password.',
    })
  }
  const missing = keyScopes.find((scope) => !held.includes(scope))
  if (missing !== undefined) {
    throw new Problem('scope_missing', {
      detail: `This API key lacks the scope ${missing}. The owner of the merchant can create a key with it.`,
      extras: { requiredScope: missing },
    })
  }
}

/**
 * The only possible store of a request without one.
 *
 * @throws Problem `store_required` · `forbidden` · `merchant_suspended`
 */
export function soleStore(principal: Principal, required: StoreRole): StoreActor {
  const [membership, ...others] = principal.memberships
  if (membership === undefined) throw tooLow(required)
  if (others.length > 0) throw new Problem('store_required', { detail: 'Send storeId.' })
  return assertStoreRole(principal, membership.storeId, required)
}

function actor(principal: Principal, membership: Membership): StoreActor {
  assertActive(membership)
  return { ...membership, accountId: principal.accountId }
}

/** @throws Problem `merchant_suspended` */
export function assertActive(membership: Membership): void {
  if (!isActive(membership)) throw suspended()
}

const isActive = ({ merchantStatus }: Membership) => merchantStatus === 'ACTIVE'

const suspended = () =>
  new Problem('merchant_suspended', { detail: 'Ask the platform why, and when it will be lifted.' })

function tooLow(required: StoreRole): Problem {
  return new Problem('forbidden', {
    detail: `This needs the role ${required} or above in the store.`,
    extras: { requiredRole: `store:${required}` },
  })
}

/** The role that a store route requires; throws TypeError on any other route. */
export function storeRoleOf(access: Access): StoreRole {
  const [plane, role] = access.split(':')
  if (plane !== 'store') throw new TypeError(`${access} names no store role`)
  return role as StoreRole
}
