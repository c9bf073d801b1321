/**
 * Refusals that a route declares and no test brings about, each as `GET /store/{id} forbidden` with the reason. A whole
 * run of the tests fails for any other.
 *
 * @type {ReadonlyMap<string, string>}
 */
export const unreachedProblems = new Map([
  [
    'GET /readyz not_ready',
    'a health check leaves no line in the log, where refusals are read; authority-journal.test.ts meets it',
  ],
])
