/**
 * What a run came to. A fault that belongs to no test, such as a file that does not load, counts as failed.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Summary
 */

/**
 * The line that ends `npm test`.
 *
 * @param {Summary} summary
 */
export function summaryLine({ passed, failed, skipped }) {
  const counted = `${passed} passed, ${failed} failed`
  return skipped === 0 ? counted : `${counted}, ${skipped} skipped`
}
