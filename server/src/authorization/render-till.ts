import type { Access } from './access.ts'

/** The part of a route's description that concerns terminal sessions. */
export interface TillRoute {
  readonly method: string
  readonly path: string
  readonly access: Access
  readonly till?: boolean
  readonly summary: string
}

/** How a route treats a terminal session: allowed by the guard, refused there, or public. */
export type TillAccess = 'allowed' | 'password_required' | 'public'

export function tillAccess({ access, till }: Pick<TillRoute, 'access' | 'till'>): TillAccess {
  if (access === 'public') return 'public'
  return till === true ? 'allowed' : 'password_required'
}

/** docs/till-access.md: every route and its answer to a terminal session. */
export function renderTillAccess(routes: readonly TillRoute[]): string {
  const sorted = [...routes].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  const lines = sorted.map(
    (route) => `| \`${route.method} ${route.path}\` | ${tillAccess(route)} | ${route.summary} |`,
  )
  const count = (wanted: TillAccess) => sorted.filter((route) => tillAccess(route) === wanted).length
  return `<!-- Generated from the routes by \`npm run generate\`; do not edit. -->
# What a session at a terminal reaches

What each route answers to a session that was opened at a terminal with employee code and PIN. A manager's PIN reaches the
same routes as a cashier's. On the routes that it reaches, the route's access and the row permissions apply as usual.

- \`allowed\`: declared \`till: true\`, because the till's screens call it (${count('allowed')} routes).
- \`password_required\`: 403 for every role. Sign in with e-mail and password instead (${count('password_required')} routes).
- \`public\`: needs no session (${count('public')} routes).

\`server/test/access/tills.ts\` tests every route over HTTP, as a manager, a supervisor and a cashier at a real terminal.

| route | session at a terminal | purpose |
| --- | --- | --- |
${lines.join('\n')}
`
}
