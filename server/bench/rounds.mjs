/**
 * Alternates the measurements, A B A B …, so that other load affects all of them.
 *
 * @template T
 * @param {{ rounds: number } | { forMs: number }} patience how often, or for how long (five rounds at least)
 * @param {Readonly<Record<string, () => Promise<T>>>} measurements
 * @returns {Promise<Record<string, T[]>>} the results of each, round by round
 */
export async function inTurns(patience, measurements) {
  const series = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]))
  const startedMs = performance.now()
  const isOver = (round) =>
    'rounds' in patience
      ? round >= patience.rounds
      : round >= 5 && performance.now() - startedMs >= patience.forMs
  for (let round = 0; !isOver(round); round++) {
    for (const [name, measure] of Object.entries(measurements)) series[name].push(await measure())
  }
  return series
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * @param {readonly number[]} values
 * @param {number} share such as 0.99
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * One row of the table: two measurements of the same rounds. The ratio is the median of the ratios per round,
 * so a slow minute affects both sides.
 *
 * @param {string} name
 * @param {{ ours: number[], baseline: number[], unit: string, atLeast?: number, atMost?: number, note?: string }} compared
 */
export function comparison(name, { ours, baseline, unit, atLeast, atMost, note }) {
  const ratio = median(ours.map((value, round) => value / baseline[round]))
  return {
    name,
    ours: median(ours),
    baseline: median(baseline),
    unit,
    ratio,
    ...bar(ratio, { atLeast, atMost }),
    note,
  }
}

/**
 * The rows of two readings of the same rounds: their rates, and where the system tells it the processor time of
 * PostgreSQL and of the server.
 *
 * @param {string} name
 * @param {{ ours: import('./cpu.mjs').Reading[], baseline: import('./cpu.mjs').Reading[], units: string, atLeast?: number, note?: string }} compared
 */
export function readings(name, { ours, baseline, units, ...rest }) {
  const row = (what, unit, pick, limits) => {
    const [left, right] = [ours.map(pick), baseline.map(pick)]
    const isKnown = [...left, ...right].every((value) => value > 0)
    return isKnown ? [comparison(name + what, { ours: left, baseline: right, unit, ...limits })] : []
  }
  return [
    ...row('', `${units}/s`, ({ perSecond }) => perSecond, rest),
    ...row(': CPU of PostgreSQL', 'ms', ({ databaseMs }) => databaseMs),
    ...row(': CPU of the server', 'ms', ({ serverMs }) => serverMs),
  ]
}

/** A row without a baseline: the limit applies to the number itself. */
export function absolute(name, { ours, unit, atMost, note }) {
  return { name, ours, baseline: null, unit, ratio: null, ...bar(ours, { atMost }), note }
}

/** The row of something that could not be measured. */
function failure(name, error) {
  return {
    name,
    ours: null,
    baseline: null,
    unit: '',
    ratio: null,
    bar: '',
    isMet: false,
    failed: String(error),
  }
}

/** The rows of a measurement, or that it failed: the others of its part are measured all the same. */
export async function* attempted(name, measure) {
  try {
    yield* await measure()
  } catch (error) {
    yield failure(name, error)
  }
}

/** Without limits the row only reports. */
function bar(value, { atLeast, atMost }) {
  if (atLeast === undefined && atMost === undefined) return { bar: '', isMet: undefined }
  const isMet = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
  return { bar: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`, isMet }
}
