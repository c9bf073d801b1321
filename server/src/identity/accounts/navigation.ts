import type { Label } from '../../authorization/access.ts'
import { cell, type Domain, outranks, type StoreRole, type Verb } from '../../authorization/matrix.ts'
import type { Membership } from '../../authorization/principal.ts'
import type { Me, MyMerchant } from './schema.ts'

type Group = Me['navigation'][number]
type Item = Group['items'][number]
type Need = { domain: Domain; verb: Verb } | { role: StoreRole } | 'owner'

/**
 * The pages of MI NEGOCIO and the matrix cell that opens each; a cell limited to `own` rows does not make a
 * list.
 */
const business: Readonly<Record<string, Need>> = {
  dashboard: { role: 'cashier' },
  terminal: { domain: 'sales', verb: 'create' },
  reports: { domain: 'reporting', verb: 'read' },
  orders: { domain: 'sales', verb: 'read' },
  sales: { domain: 'sales', verb: 'read' },
  shifts: { domain: 'shifts', verb: 'read' },
  approvals: { domain: 'approvals', verb: 'read' },
  products: { domain: 'catalog', verb: 'read' },
  categories: { domain: 'catalog', verb: 'read' },
  inventory: { domain: 'inventory', verb: 'read' },
  transfers: { domain: 'inventory', verb: 'read' },
  counts: { domain: 'inventory', verb: 'read' },
  chips: { domain: 'inventory', verb: 'read' },
  employees: { domain: 'staff', verb: 'read' },
  invites: { domain: 'staff', verb: 'read' },
  stores: { domain: 'stores', verb: 'read' },
  terminals: { domain: 'stores', verb: 'read' },
  wallet: { role: 'manager' },
  settlements: { role: 'manager' },
  theme: { role: 'manager' },
  limits: 'owner',
  connections: { domain: 'stores', verb: 'read' },
  apiKeys: 'owner',
  webhooks: { role: 'manager' },
  audit: { domain: 'audit', verb: 'read' },
}

const platform = {
  restoration: 'admin',
  queues: 'operator',
  merchants: 'operator',
  summaries: 'operator',
  services: 'operator',
  giftCards: 'operator',
  roles: 'admin',
  pspCredentials: 'admin',
  settings: 'operator',
  platformAudit: 'operator',
} as const

/** Pages that exist only while the platform has switched them on. */
export interface Switches {
  readonly listsGiftCards: boolean
}

interface Caller {
  readonly labels: readonly Label[]
  readonly labelsAct: boolean
  readonly isRestored: boolean
  readonly memberships: readonly Membership[]
  readonly terminalId: string | null
}

/** The menus of a caller: a group that does not apply is absent; a page that is not allowed says why. */
export function navigationOf(
  caller: Caller,
  merchants: readonly MyMerchant[],
  switches: Switches,
): Me['navigation'] {
  const isStaff = caller.labels.includes('platformOperator') || caller.labels.includes('platformAdmin')
  const groups: Group[] = []
  if (caller.memberships.length > 0 || merchants.some(({ isOwner }) => isOwner))
    groups.push({
      group: 'MI_NEGOCIO',
      items: businessItems(caller.memberships, merchants).map(atDesk(caller)),
    })
  if (isStaff) groups.push({ group: 'ADMINISTRACION', items: platformItems(caller, switches) })
  return groups
}

function businessItems(memberships: readonly Membership[], merchants: readonly MyMerchant[]): Item[] {
  const roles = memberships
    .filter(({ merchantStatus }) => merchantStatus === 'ACTIVE')
    .map(({ role }) => role)
  const ownsActive = merchants.some(({ isOwner, status }) => isOwner && status === 'ACTIVE')
  return inOrder(roles).map((key) => {
    const need = business[key] as Need
    const isOwners = need === 'owner' && ownsActive && roles.length > 0
    // An owner without a store starts at the page that creates one.
    if (isOwners || roles.some((role) => opens(role, need)) || (key === 'stores' && ownsActive))
      return allowed(key)
    if (roles.length > 0) return refused(key, 'role_too_low')
    return refused(key, ownsActive ? 'no_store' : 'merchant_suspended')
  })
}

/** A terminal session opens the till; back-office pages ask for the password. */
const atDesk =
  ({ terminalId }: Caller) =>
  (item: Item): Item =>
    terminalId === null || item.key === 'terminal' || !item.isAllowed
      ? item
      : refused(item.key, 'password_required')

/** Callers who read a store's figures start there, everybody else at the till. */
function inOrder(roles: readonly StoreRole[]): string[] {
  const first = roles.some((role) => opens(role, { domain: 'reporting', verb: 'read' }))
    ? 'dashboard'
    : 'terminal'
  return [first, ...Object.keys(business).filter((key) => key !== first)]
}

function opens(role: StoreRole, need: Need): boolean {
  if (need === 'owner') return false
  return 'role' in need ? outranks(role, need.role) : cell(need.domain, role).all.includes(need.verb)
}

/** The pages of a store that a role in it opens; at a terminal the till. */
export function pagesOf(role: StoreRole, isAtTill: boolean): string[] {
  const open = Object.keys(business).filter((key) => opens(role, business[key] as Need))
  return isAtTill ? open.filter((key) => key === 'terminal') : open
}

function platformItems({ labels, labelsAct, isRestored }: Caller, { listsGiftCards }: Switches): Item[] {
  const there = Object.entries(platform).filter(
    ([key]) => (key !== 'giftCards' || listsGiftCards) && (key !== 'restoration' || isRestored),
  )
  return there.map(([key, role]) => {
    if (role === 'admin' && !labels.includes('platformAdmin')) return refused(key, 'admin_only')
    // A restored database opens only the page that reconciles it.
    if (isRestored && key !== 'restoration') return refused(key, 'restored')
    return labelsAct ? allowed(key) : refused(key, 'mfa_required')
  })
}

const allowed = (key: string): Item => ({ key, isAllowed: true, reason: null })
const refused = (key: string, reason: Item['reason']): Item => ({ key, isAllowed: false, reason })
