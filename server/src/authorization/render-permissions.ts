import { type Access, labels } from './access.ts'
import { cell, type Domain, domains, matrix, scopes, storeRoles } from './matrix.ts'
import { Permission, Role } from './role-strings.ts'

/** The part of a route's description that concerns permissions. */
export interface GuardedRoute {
  readonly method: string
  readonly path: string
  readonly access: Access
  readonly store?: 'body' | 'query' | 'params' | 'row'
  readonly summary: string
  readonly confirmed?: boolean | readonly string[]
}

const meanings: readonly (readonly [Access, string])[] = [
  ['public', 'Anybody, without a session.'],
  ['authenticated', 'Anybody with a session.'],
  [
    'rows',
    'Anybody with a session. The route requires no role: row-level security decides which rows are visible.',
  ],
  ['store:cashier', 'A member of the store, in any role.'],
  ['store:supervisor', 'A supervisor or manager of the store.'],
  ['store:manager', 'A manager of the store.'],
  ['owner', 'The owner of the merchant, which is a record (`merchants.owner_id`) and not a role.'],
  ['platform:operator', 'Platform staff: an account with the label `platformOperator` or `platformAdmin`.'],
  ['platform:admin', 'Platform staff with the label `platformAdmin`.'],
]

const sources = {
  body: '`storeId` of the body',
  query: '`storeId` of the query',
  params: '`storeId` of the path',
  row: 'the row',
} as const

const someId = '00000000-0000-0000-0000-000000000000'

const roleMeanings: readonly (readonly [string, string])[] = [
  [Role.guests(), 'a caller without a session'],
  [Role.user(someId), 'that account'],
  ...labels.map(
    (label) => [Role.label(label), 'an account with the label, once its labels are active'] as const,
  ),
  [Role.team(someId), 'every member of the store'],
  ...storeRoles.map(
    (role) => [Role.team(someId, role), `members of the store whose role is ${role}`] as const,
  ),
  [Role.member(someId), 'that one membership: access to its own rows ends with it'],
]

const domainsTold: readonly Domain[] = ['catalog', 'shifts']

/** The grants of a store's set and of the set of a member's own rows, without the ids. */
function permissionsOf(domain: Domain): string[] {
  return storeRoles.flatMap((role) => {
    const { all, own } = cell(domain, role)
    return [
      ...all.map((verb) => Permission[verb](Role.team(someId, role))),
      ...own.map((verb) => Permission[verb](Role.member(someId))),
    ].map((permission) => `\`${withoutIds(permission)}\``)
  })
}

const withoutIds = (text: string) =>
  text
    .replace(`team:${someId}`, 'team:‹store›')
    .replace(`member:${someId}`, 'member:‹membership›')
    .replace(someId, '‹account›')

/** docs/permissions.md: who may do what, by role and by route. */
export function renderPermissions(routes: readonly GuardedRoute[]): string {
  return `<!-- Generated from the store matrix and the routes by \`npm run generate\`; do not edit. -->
# Permissions

Two planes, and nothing in between: **store roles** come from memberships and open the rows of one store;
**platform labels** belong to accounts, work across merchants, and open no row of any store.

## What a store role may do with the store's rows

W: create, read, update and delete. R: read. *own*: only the member's own rows. *request*: may create one,
and not decide it. The table is \`server/src/authorization/matrix.ts\`; PostgreSQL enforces it in every query.

${table(
  ['domain', ...storeRoles],
  domains.map((domain) => [domain, ...storeRoles.map((role) => matrix[domain][role])]),
)}

\`GET /auth/me\` lists, for each store, the names of the cells that its member holds:

${table(
  ['role', 'scopes'],
  storeRoles.map((role) => [
    role,
    scopes(role)
      .map((scope) => `\`${scope}\``)
      .join(' '),
  ]),
)}

## Role strings and permissions

What a row's set keeps are permissions: a verb, granted to a role string. \`Role\` and \`Permission\` of
\`server/src/authorization/role-strings.ts\` build and parse them, \`authz.role_team\` and its siblings build them in
PostgreSQL, and both refuse everything else. Here with the ids left out:

${table(
  ['string', 'held by'],
  roleMeanings.map(([role, meaning]) => [`\`${withoutIds(role)}\``, meaning]),
)}

A store’s set of ${domainsTold.map((domain) => `\`${domain}\``).join(' and ')}, and that of a member's own rows where there are any:

${table(
  ['domain', 'permissions'],
  domainsTold.map((domain) => [domain, permissionsOf(domain).join(' ')]),
)}

## What a route demands

Each route declares its access once, and the server does not start with a route that does not. A higher
role satisfies a lower one. \`x-access\` in the API description says the same. **(confirmed)**, there \`x-confirmed\`: the
session must have shown password and second factor within ten minutes, by signing in or by
\`POST /auth/sessions/current/confirm\`; else 403 \`confirmation_required\`. Where fields stand behind it, that holds for bodies that
have one of them.

${meanings.map(([access, meaning]) => section(access, meaning, routes)).join('\n')}`
}

function section(access: Access, meaning: string, routes: readonly GuardedRoute[]): string {
  const rows = routes
    .filter((route) => route.access === access)
    .map(({ method, path, store, summary, confirmed }) => [
      `\`${method} ${path}\``,
      summary + mark(confirmed),
      store === undefined ? '' : sources[store],
    ])
  const listed =
    rows.length === 0 ? 'No route requires it yet.' : table(['route', 'for', 'store named by'], rows)
  return `### \`${access}\`\n\n${meaning}\n\n${listed}\n`
}

function mark(confirmed: GuardedRoute['confirmed']): string {
  if (confirmed === undefined || confirmed === false) return ''
  return confirmed === true ? ' **(confirmed)**' : ` **(confirmed: ${confirmed.join(', ')})**`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
