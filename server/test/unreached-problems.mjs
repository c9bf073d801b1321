const sameCheck = 'the check of all exports, in spreadsheet/table.ts; 50,000 rows of it take seconds to make'

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
  ['GET /pos/reports/sales/export export_too_large', sameCheck],
  ['GET /pos/sales_orders/export export_too_large', sameCheck],
  ['GET /pos/shift_reports/export export_too_large', sameCheck],
  ['GET /vas/sales/export export_too_large', sameCheck],
])
