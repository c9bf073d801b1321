/** Refusals that no route declares, since the last check. */
const undeclared = new Set<string>()

/** Refusals since the last report, each as `GET /store/{id} forbidden`. */
const reached = new Set<string>()

/**
 * Reads a server's log for refusals. One that its route does not declare is a 500 in tests, but a test that does not
 * look at it would pass.
 */
export function readProblems(line: string): void {
  if (line.includes('"code":"undeclared_problem"'))
    undeclared.add((JSON.parse(line) as { err: { message: string } }).err.message)
  if (!line.includes('"msg":"request"') || !line.includes('"problem":')) return
  const { method, route, problem } = JSON.parse(line) as Record<string, string | undefined>
  if (route !== undefined) reached.add(`${method} ${route.replaceAll(/:(\w+)/g, '{$1}')} ${problem}`)
}

/** The refusals since the last call, for scripts/summary-reporter.mjs. */
export function reachedProblems(): string[] {
  const found = [...reached]
  reached.clear()
  return found
}

/** @throws Error that names each problem since the last call that its route does not declare */
export function checkProblems(): void {
  const found = [...undeclared]
  undeclared.clear()
  if (found.length > 0) throw new Error(`Declare them in \`problems\` of the route:\n${found.join('\n')}`)
}
