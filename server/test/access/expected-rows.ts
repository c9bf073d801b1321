import { keyScopes, verbsOf } from '../../src/authorization/key-scopes.ts'
import { cell, type Domain, type Verb } from '../../src/authorization/matrix.ts'
import type { Caller } from '../callers.ts'
import type { TenantTable } from '../every-table.ts'

/** A permission set of the fixture. Each table of its domain has one row with it. */
export interface Placement {
  readonly name: string
  readonly domain: Domain
  readonly merchantId: string
  /** Null for sets above the stores of a merchant. */
  readonly storeId: string | null
  readonly membershipId: string | null
  readonly set: number
}

/** What the matrix allows a caller to do with the rows of a set. */
export function mayBySet({ memberships, keyScopes: held }: Caller, verb: Verb, at: Placement): boolean {
  // An API key has a manager's permissions, within its scopes.
  if (held?.some((scope) => keyScopes[scope] === at.domain && verbsOf(scope).includes(verb)) === false)
    return false
  return memberships.some(({ storeId, merchantId, role, membershipId }) => {
    // Above the stores: the portfolio is readable by the managers of any, the rest follows the matrix.
    if (at.storeId === null && merchantId !== at.merchantId) return false
    if (at.storeId === null && at.domain === 'reporting') return role === 'manager' && verb === 'read'
    if (at.storeId === null) return cell(at.domain, role).all.includes(verb)
    if (storeId !== at.storeId) return false
    const { all, own } = cell(at.domain, role)
    return all.includes(verb) || (membershipId === at.membershipId && own.includes(verb))
  })
}

/** Tables that allow more or less than the matrix, with the reason. */
const deviations: Record<string, Partial<Record<Verb, (caller: Caller, at: Placement) => boolean>>> = {
  // People who could not change the store do not see its webhooks.
  'events.webhooks': { read: mayChangeOrPortfolio },
  'events.webhook_deliveries': { read: mayChangeOrPortfolio },
  'events.webhook_attempts': { read: mayChangeOrPortfolio },
  // Runs of imports are for people who may start one.
  'stock.chip_import_runs': { read: (caller, at) => mayBySet(caller, 'update', at) },
  // Platform staff decide on these, so they can read them.
  'money.deposits': { read: orPlatform },
  'money.bank_accounts': { read: orPlatform },
  'money.settlements': { read: orPlatform },
  // They help to set these up.
  'catalog.merchant_themes': { read: orPlatform },
}
function mayChangeOrPortfolio(caller: Caller, at: Placement): boolean {
  return mayBySet(caller, at.domain === 'reporting' ? 'read' : 'update', at)
}
function orPlatform(caller: Caller, at: Placement): boolean {
  const oversees = caller.overseen?.includes(at.merchantId) ?? caller.platform !== undefined
  return oversees || mayBySet(caller, 'read', at)
}

type Outcome = 'yes' | 'no' | 'not granted'

/** The result that the matrix, the deviations and the grants give. */
export function expectedOf(table: TenantTable, caller: Caller, verb: Verb, at: Placement): Outcome {
  const isGranted = {
    create: table.columns.some(({ mayInsert }) => mayInsert),
    read: table.grants.select,
    update: table.columns.some(({ mayUpdate }) => mayUpdate),
    delete: table.grants.delete,
  }[verb]
  if (!isGranted) return 'not granted'
  const may =
    deviations[table.name]?.[verb] ?? ((who: Caller, where: Placement) => mayBySet(who, verb, where))
  return may(caller, at) ? 'yes' : 'no'
}
