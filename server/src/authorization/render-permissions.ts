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
  ['public', 'Everybody, without a session.'],
  ['authenticated', 'Everybody with a session.'],
  [
    'rows',
    'Everybody with a session. The route requires no role: row-level security decides which rows are visible.',
  ],
  ['store:cashier', 'A member of the store, in any role.'],
  ['store:supervisor', 'A supervisor or manager of the store.'],
  ['store:manager', 'A manager of the store.'],
  ['owner', 'The owner of the merchant, which is a record (`merchants.owner_id`) and not a role.'],
  ['platform:operator', 'Platform staff: an account with the label `platformOperator` or `platformAdmin`.'],
  ['platform:admin', 'Platform staff with the label `platformAdmin`.'],
]

const sources = {
  body: '`storeId` in the body',
  query: '`storeId` in the query',
  params: '`storeId` in the path',
  row: 'the row',
} as const

const someId = '00000000-0000-0000-0000-000000000000'

const roleMeanings: readonly (readonly [string, string])[] = [
  [Role.guests(), 'a caller without a session'],
  [Role.user(someId), 'that account'],
  ...labels.map(
    (label) =>
      [
        Role.label(label),
        label === 'distributor'
          ? 'an account with the label, which gives access to nothing'
          : 'an account with the label, once its labels are active',
      ] as const,
  ),
  [Role.team(someId), 'every member of the store'],
  ...storeRoles.map(
    (role) => [Role.team(someId, role), `members of the store whose role is ${role}`] as const,
  ),
  [Role.member(someId), 'that one membership: access to its own rows ends with it'],
]

/** One whose cells concern all rows of a store, and one in which members have their own rows. */
const exampleDomains: readonly Domain[] = ['catalog', 'shifts']

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

There are two kinds of permission, and nothing in between: **store roles** come from memberships and give access to the
rows of one store; **platform labels** belong to accounts, apply across merchants, and give no access to any store's rows.

## What a store role may do with the store's rows

W: create, read, update and delete. R: read. *own*: only the member's own rows. *request*: may create a request but not
decide on it. The table is defined in \`server/src/authorization/matrix.ts\`; PostgreSQL enforces it in every query.

${table(
  ['domain', ...storeRoles],
  domains.map((domain) => [domain, ...storeRoles.map((role) => matrix[domain][role])]),
)}

\`GET /auth/me\` returns the caller's scopes in each store. Each scope names a cell of this table:

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

Each row refers to a set of permissions. A permission is a verb that is granted to a role string. \`Role\` and
\`Permission\` in \`server/src/authorization/role-strings.ts\` build and parse them; \`authz.role_team\` and its siblings build
them in PostgreSQL. Both refuse any other text. The ids are left out here:

${table(
  ['string', 'held by'],
  roleMeanings.map(([role, meaning]) => [`\`${withoutIds(role)}\``, meaning]),
)}

The permissions of a store’s set for ${exampleDomains.map((domain) => `\`${domain}\``).join(' and ')}, including those of members for their own rows:

${table(
  ['domain', 'permissions'],
  exampleDomains.map((domain) => [domain, permissionsOf(domain).join(' ')]),
)}

## What a route requires

Each route declares its access once; without a declaration, the server does not start. A higher role includes the lower
ones. \`openapi.json\` has the access as \`x-access\`.

**(confirmed)**, in \`openapi.json\` \`x-confirmed\`: the session must have shown password and second factor within the last ten
minutes, by signing in or by \`POST /auth/sessions/current/confirm\`; otherwise the answer is 403 \`confirmation_required\`.
**(confirmed: …)** lists fields: only a body with one of them requires the confirmation.

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
    rows.length === 0 ? 'No route requires it yet.' : table(['route', 'purpose', 'store named by'], rows)
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
