import type { Access } from './access.ts'
import { type KeyScope, keyScopeNames, keyScopes, verbsOf } from './key-scopes.ts'
import { cell, type Domain, outranks, type StoreRole, type Verb } from './matrix.ts'
import { requiredScopes } from './render-keys.ts'
import { tillAccess } from './render-till.ts'

/** The part of a route's description that decides who may call it. */
export interface AccessRoute {
  readonly method: string
  readonly path: string
  readonly access: Access
  readonly store?: 'body' | 'query' | 'params' | 'row'
  readonly domain?: Domain
  readonly apiKey?: KeyScope | undefined
  readonly apiKeyReads?: readonly KeyScope[]
  readonly till?: boolean
}

/** A kind of caller, relative to a store and to a row in it. */
export interface CallerKind {
  readonly name: string
  readonly hasSession?: false
  readonly platform?: 'operator' | 'admin'
  /** Its role in the store concerned. */
  readonly role?: StoreRole
  /** Works in another store. */
  readonly worksElsewhere?: true
  /** Owns a merchant, possibly another one. */
  readonly isOwner?: true
  /** The row is its own, where members have their own rows. */
  readonly isAuthor?: true
  /** The scopes of an API key, which has its role within them. */
  readonly keyScopes?: readonly KeyScope[]
  /** Signed in at a terminal with code and PIN. */
  readonly isAtTill?: true
}

export const callerKinds = [
  { name: 'anonymous', hasSession: false },
  { name: 'customer' },
  { name: 'cashier', role: 'cashier', isAuthor: true },
  { name: 'second cashier', role: 'cashier' },
  { name: 'supervisor', role: 'supervisor' },
  { name: 'owner, manager', role: 'manager', isOwner: true },
  { name: 'sibling store', worksElsewhere: true },
  { name: 'other merchant', worksElsewhere: true, isOwner: true },
  { name: 'two stores', role: 'cashier', worksElsewhere: true },
  { name: 'cashier, at a till', role: 'cashier', isAtTill: true },
  { name: 'other merchant, at a till', worksElsewhere: true, isAtTill: true },
  { name: 'dismissed' },
  { name: 'operator', platform: 'operator' },
  { name: 'admin', platform: 'admin' },
  { name: 'ex-admin' },
  { name: 'distributor' },
  // The product does not allow both. If inserted directly, the membership does not count.
  { name: 'operator, cashier', platform: 'operator' },
  // Owns another merchant, and is its manager: the only way to have a label and a membership.
  { name: 'admin, owner', platform: 'admin', worksElsewhere: true, isOwner: true },
  { name: 'API key', role: 'manager', keyScopes: keyScopeNames },
  // A key has at least one scope: this one lacks all others.
  { name: 'API key, one scope', role: 'manager', keyScopes: ['POS_CATALOG_READ'] },
] as const satisfies readonly CallerKind[]

/**
 * How a route answers a caller: `in`, it passes all guards; `own`, a list of the rows that it may read; `no`,
 * 403 or 404, depending on whether it can see the row; `row`, a rule of the row decides; otherwise the status
 * of the refusal.
 */
export type AccessClass = 'in' | 'own' | 'row' | 'no' | '401' | '403' | '404'

export function accessClass(route: AccessRoute, caller: CallerKind): AccessClass {
  const [plane, wanted] = route.access.split(':')
  if (plane === 'public') return 'in'
  if (caller.hasSession === false) return '401'
  if (caller.keyScopes !== undefined && !isInScope(route, caller.keyScopes)) return '403'
  if (caller.isAtTill && tillAccess(route) === 'password_required') return '403'
  if (plane === 'authenticated') return route.path.includes('{') ? 'row' : 'in'
  if (plane === 'platform') {
    const passes =
      caller.platform === 'admin' || (caller.platform !== undefined && wanted === caller.platform)
    return passes && !(isConfined(caller) && ofAllMerchants.includes(`${route.method} ${route.path}`))
      ? 'in'
      : '403'
  }
  if (plane === 'owner') return caller.isOwner ? 'in' : '403'
  return plane === 'store' ? inStore(route, caller, wanted as StoreRole) : byRow(route, caller)
}

function isInScope(route: AccessRoute, held: readonly KeyScope[]): boolean {
  const required = requiredScopes(route)
  return required.length > 0 && required.every((scope) => held.includes(scope))
}

/** They concern every merchant: a confined administrator is always refused. */
const ofAllMerchants = [
  'PUT /platform/settings/{key}',
  'PUT /platform/vas-terms',
  'POST /platform/roles',
  'DELETE /platform/roles/{accountId}/{label}',
  'POST /platform/admin-assignments',
  'DELETE /platform/admin-assignments/{accountId}/{merchantId}',
  'POST /vas/admin/catalog/sync',
  'GET /platform/workflows/stalled',
  'GET /platform/restorations',
  'POST /platform/restorations/current/finish',
  'POST /platform/restored_acts/{id}/decision',
]

const isConfined = ({ platform, isOwner }: CallerKind): boolean => platform === 'admin' && isOwner === true

/** The store's guard: a given store first, otherwise the row's store, if the row is visible. */
function inStore(route: AccessRoute, caller: CallerKind, wanted: StoreRole): AccessClass {
  const { role } = caller
  const isHighEnough = role !== undefined && outranks(role, wanted)
  if (route.store !== 'row') return isHighEnough ? 'in' : '403'
  if (role === undefined && !caller.worksElsewhere) return '403'
  // The row is named in the body, or its rule involves more than roles.
  if (!route.path.includes('{') || ruledByMore.includes(`${route.method} ${route.path}`)) return 'row'
  if (!sees(route, caller)) return '404'
  return isHighEnough ? 'in' : '403'
}

/** Only row permissions: readable rows are found, and changes are refused unless allowed. */
function byRow(route: AccessRoute, caller: CallerKind): AccessClass {
  const isOfOne = route.path.includes('{')
  if (ruledByMore.includes(`${route.method} ${route.path}`)) return 'row'
  if (ofTheMerchant.includes(route.path) && caller.worksElsewhere && !caller.isOwner) return 'row'
  if (route.method === 'GET' && !isOfOne) return 'own'
  if (route.domain === undefined) return caller.role === undefined ? 'no' : 'row'
  if (!isOfOne) return may(route.domain, caller, 'create') ? 'in' : '403'
  if (!sees(route, caller)) return '404'
  const verb = ({ GET: 'read', PATCH: 'update', DELETE: 'delete' } as const)[route.method]
  return verb === undefined ? 'row' : may(route.domain, caller, verb) ? 'in' : '403'
}

/**
 * Routes where more than role and row decides: the requester withdraws, in any role; what managers of any
 * store share is visible only to them; a report is refused by its contents; a form is read before it is
 * checked.
 */
const ruledByMore = [
  'POST /pos/approvals/{id}/cancel',
  'POST /pos/settlements/requests/{id}/cancel',
  'GET /pos/reports/sales',
  'GET /pos/reports/sales/export',
  'GET /pos/sales_orders/export',
  'GET /vas/sales/export',
  'GET /pos/reports/dashboard',
  'POST /pos/files',
]

/** Stored once per merchant, so members of its other stores see them too. */
const ofTheMerchant = ['/pos/files/{id}', '/pos/merchant_themes/{id}']

/** Runs of imports are visible to people who may start one. */
const seenByWriters = ['/vas/chips/import/{id}']

/** No member owns an invitation (the invited person is not a member yet) or the totals of a store's day. */
const nobodysOwn = ['/pos/invites/{id}', '/pos/daily_sales_rollups/{id}']

function sees({ domain, path }: AccessRoute, caller: CallerKind): boolean {
  if (domain === undefined) return caller.role !== undefined
  if (nobodysOwn.includes(path))
    return caller.role !== undefined && cell(domain, caller.role).all.includes('read')
  return may(domain, caller, seenByWriters.includes(path) ? 'update' : 'read')
}

function may(domain: Domain, { role, isAuthor, keyScopes: held }: CallerKind, verb: Verb): boolean {
  if (role === undefined) return false
  if (held?.some((scope) => keyScopes[scope] === domain && verbsOf(scope).includes(verb)) === false)
    return false
  const { all, own } = cell(domain, role)
  return all.includes(verb) || (isAuthor === true && own.includes(verb))
}

/** docs/access.md: every route and its answer to each kind of caller. */
export function renderAccess(routes: readonly AccessRoute[]): string {
  const lines = [...routes]
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
    .map((route) => {
      const cells = callerKinds.map((caller) => accessClass(route, caller))
      return `| \`${route.method} ${route.path}\` | \`${route.access}\` | ${cells.join(' | ')} |`
    })
  return `<!-- Generated from the routes and the store matrix by \`npm run generate\`; do not edit. -->
# Access by route and caller

What each route answers to each kind of caller, for one store and a row in it:

- \`in\`: the caller passes all guards.
- \`own\`: the answer is a list of the rows that the caller may read.
- \`row\`: a rule of the row decides which members of the store may do this.
- \`no\`: 403 or 404, depending on whether the caller can see the row.
- A number: the status of the refusal.

Rows that belong to a member (shifts, receipts) belong to the first cashier here. An API key has a manager's
role, limited to its scopes: all of them, or \`POS_CATALOG_READ\` only ([what a key reaches](api-key-access.md)).
\`server/test/access/routes.test.ts\` tests every cell over HTTP. [permissions.md](permissions.md) explains each access.

| route | access | ${callerKinds.map(({ name }) => name).join(' | ')} |
| --- | --- | ${callerKinds.map(() => '---').join(' | ')} |
${lines.join('\n')}
`
}
