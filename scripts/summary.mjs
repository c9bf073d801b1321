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

/**
 * A part of a run: preparing, the checks, or the tests of one kind. `wallMs` is from its start to its end. Several files of
 * tests run at once; `workMs` is the sum of their tests.
 *
 * @typedef {{ name: string, wallMs: number, files?: number, tests?: number, workMs?: number }} Part
 */

/**
 * How long each part took.
 *
 * @param {readonly Part[]} parts
 */
export function partsTable(parts) {
  const seconds = (ms) => (ms === undefined ? '' : Math.round(ms / 1000))
  const rows = parts.map(({ name, files = '', tests = '', wallMs, workMs }) => [
    ...[name, files, tests],
    ...[seconds(wallMs), seconds(workMs)],
  ])
  return [['part', 'files', 'tests', 'seconds', 'of work'], ...rows]
    .map(([name, ...cells]) => [name.padEnd(10), ...cells.map((cell) => String(cell).padStart(7))])
    .map((cells) => `  ${cells.join('  ')}`)
    .join('\n')
}
