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

/** docs/till-access.md: every route, and its answer to a terminal session. */
export function renderTillAccess(routes: readonly TillRoute[]): string {
  const sorted = [...routes].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  const lines = sorted.map(
    (route) => `| \`${route.method} ${route.path}\` | ${tillAccess(route)} | ${route.summary} |`,
  )
  const count = (wanted: TillAccess) => sorted.filter((route) => tillAccess(route) === wanted).length
  return `<!-- Generated from the routes by \`npm run generate\`; do not edit. -->
# What a session at a terminal reaches

Every route, asked by a session that was opened at a terminal with employee code and PIN. The role makes no difference: a
manager's PIN opens what a cashier's does, and the route's own access then decides as for anybody.

- \`allowed\`: declared \`till: true\`, since the till's own screens call it. Role and rows still decide (${count('allowed')} routes).
- \`password_required\`: 403 for every role. Sign in with e-mail and password at the desk (${count('password_required')} routes).
- \`public\`: asks nobody who they are (${count('public')} routes).

\`server/test/access/tills.ts\` asks all of it over HTTP, as a manager, a supervisor and a cashier at a real terminal.

| route | session at a terminal | for |
| --- | --- | --- |
${lines.join('\n')}
`
}
