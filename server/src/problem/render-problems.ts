import { type ProblemCode, problems, universalProblems } from './problems.ts'

/** The part of a route's description that concerns refusals. */
export interface RefusingRoute {
  readonly method: string
  readonly path: string
  /** All of its problems beyond the universal codes. */
  readonly problems: readonly ProblemCode[]
}

/** A longer list would clutter the table; `x-problems` in the API description has them all. */
const mostNamed = 8

/** docs/problems.md: every code with its status, its meaning, and the routes that declare it. */
export function renderProblems(routes: readonly RefusingRoute[]): string {
  const codes = Object.keys(problems) as ProblemCode[]
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort((a, b) => a - b)
  const sections = statuses.map((status) => {
    const rows = codes
      .filter((code) => problems[code].status === status)
      .map(
        (code) =>
          `| <a id="${code}"></a>\`${code}\` | ${problems[code].title} | ${answeredBy(code, routes)} |`,
      )
    return `## ${status}\n\n| code | meaning | returned by |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `<!-- Generated from server/src/problem/problems.ts and the routes by \`npm run generate\`; do not edit. -->
# Problems

Every refusal is a problem document (RFC 9457, \`application/problem+json\`): \`type\`, \`title\`, \`status\`,
\`code\`, \`requestId\`, and where useful \`detail\`, \`errors\` (a list of \`path\` and \`message\`) and further members.
Use \`code\` in programs: it is stable, while texts may change.

${sections.join('\n')}`
}

function answeredBy(code: ProblemCode, routes: readonly RefusingRoute[]): string {
  if (universalProblems.has(code)) return 'any route'
  const declaring = routes.filter(({ problems }) => problems.includes(code))
  const named = declaring.slice(0, mostNamed).map(({ method, path }) => `\`${method} ${path}\``)
  // Durable work ends with it, after the request that began the work was answered.
  if (code === 'permission_missing') return 'durable work: `GET /workflows/{id}`'
  const others = declaring.length - named.length
  return [...named, ...(others > 0 ? [`and ${others} others`] : [])].join('<br>')
}
