/**
 * Alternates the measurements, A B A B …, so that other load affects all of them.
 *
 * @param {{ rounds: number } | { forMs: number }} patience how often, or for how long (five rounds at least)
 * @param {Readonly<Record<string, () => Promise<number>>>} measurements each returns one number
 * @returns {Promise<Record<string, number[]>>} the numbers of each, round by round
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

/** A row without a baseline: the limit applies to the number itself. */
export function absolute(name, { ours, unit, atMost, note }) {
  return { name, ours, baseline: null, unit, ratio: null, ...bar(ours, { atMost }), note }
}

function bar(value, { atLeast, atMost }) {
  const isMet = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
  return { bar: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`, isMet }
}
