/**
 * Holds the refusals that tests met against those that the contract declares.
 *
 * @param contract openapi.json
 * @param met each as `GET /store/{id} forbidden`
 * @param unreached refusals that no test brings about, each with the reason
 * @returns a line for each declared refusal that nothing reaches, and for each reason without a refusal
 */
export function problemFaults(contract, met, unreached) {
  const declared = new Set(
    Object.entries(contract.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { 'x-problems': codes = [] }]) =>
        codes.map((code) => `${method.toUpperCase()} ${path} ${code}`),
      ),
    ),
  )
  const reached = new Set(met)
  return [
    ...[...declared]
      .filter((problem) => !reached.has(problem) && !unreached.has(problem))
      .map((problem) => `${problem} is declared, and no test reaches it`),
    ...[...unreached.keys()]
      .filter((problem) => !declared.has(problem))
      .map((problem) => `${problem} has a reason, and is not declared`),
  ].sort()
}
