/**
 * The counts of a run. An error outside any test, such as a file that does not load, counts as failed.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Summary
 */

/**
 * The last line of `npm test`.
 *
 * @param {Summary} summary
 */
export function summaryLine({ passed, failed, skipped }) {
  const counted = `${passed} passed, ${failed} failed`
  return skipped === 0 ? counted : `${counted}, ${skipped} skipped`
}
