/** Refusals that no route declares, since the last check. */
const undeclared = new Set<string>()

/**
 * Reads a server's log for problems that their routes do not declare. Such an answer is a 500 in tests, but a test that
 * does not look at it would pass.
 */
export function readProblems(line: string): void {
  if (!line.includes('"code":"undeclared_problem"')) return
  undeclared.add((JSON.parse(line) as { err: { message: string } }).err.message)
}

/** @throws Error that names each problem since the last call that its route does not declare */
export function checkProblems(): void {
  const found = [...undeclared]
  undeclared.clear()
  if (found.length > 0) throw new Error(`Declare them in \`problems\` of the route:\n${found.join('\n')}`)
}
