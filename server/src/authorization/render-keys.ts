import type { Access } from './access.ts'
import { type KeyScope, keyScopeNames, keyScopes } from './key-scopes.ts'

/** The part of a route's description that concerns API keys. */
export interface KeyRoute {
  readonly method: string
  readonly path: string
  readonly access: Access
  readonly apiKey?: KeyScope | undefined
  readonly apiKeyReads?: readonly KeyScope[]
  readonly summary: string
}

/** How a route treats an API key: it requires a scope, refuses it, or is public. */
export type KeyAccess = KeyScope | 'person_required' | 'public'

export function keyAccess({ access, apiKey }: Pick<KeyRoute, 'access' | 'apiKey'>): KeyAccess {
  if (access === 'public') return 'public'
  return apiKey ?? 'person_required'
}

/** All scopes that an API key needs for a route; none: the route is public, or for people. */
export function requiredScopes({
  apiKey,
  apiKeyReads = [],
}: Pick<KeyRoute, 'apiKey' | 'apiKeyReads'>): readonly KeyScope[] {
  return apiKey === undefined ? [] : [apiKey, ...apiKeyReads]
}

/** docs/api-key-access.md: every route, and its answer to an API key. */
export function renderKeyAccess(routes: readonly KeyRoute[]): string {
  const sorted = [...routes].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  const lines = sorted.map(
    (route) => `| \`${route.method} ${route.path}\` | ${answerTo(route)} | ${route.summary} |`,
  )
  const count = (wanted: KeyAccess) => sorted.filter((route) => keyAccess(route) === wanted).length
  const open = sorted.length - count('person_required') - count('public')
  const requiring = (scope: KeyScope) =>
    sorted.filter((route) => requiredScopes(route).includes(scope)).length
  return `<!-- Generated from the routes by \`npm run generate\`; do not edit. -->
# What an API key reaches

An API key acts in its stores like a manager, limited to its scopes. PostgreSQL lets it read and write only the rows of these
domains. A scope that ends in \`_WRITE\` includes the one that ends in \`_READ\`. See
[decision 56](decisions/0056-api-keys-are-machines-with-memberships.md).

| scope | rows of | routes |
| --- | --- | --- |
${keyScopeNames.map((scope) => `| \`${scope}\` | ${keyScopes[scope]} | ${requiring(scope)} |`).join('\n')}

What each route answers to an API key:

- One or more scopes: the route requires each of them and answers 403 \`scope_missing\` to a key without it. The route's
  access and the row permissions apply as usual (${open} routes). A route requires several where its answer has rows of
  several domains ([decision 104](decisions/0104-a-key-reads-whole-answers.md)).
- \`person_required\`: 403 for every key. Sign in with e-mail and password instead (${count('person_required')} routes).
- \`public\`: needs no key (${count('public')} routes).

\`server/test/access/api-keys.ts\` tests every route over HTTP.

| route | API key | purpose |
| --- | --- | --- |
${lines.join('\n')}
`
}

const answerTo = (route: KeyRoute): string => requiredScopes(route).join(', ') || keyAccess(route)
