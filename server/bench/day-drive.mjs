import { openLoad } from './open-load.mjs'
import { percentile } from './rounds.mjs'

const hourMs = 3_600_000

/** As many tills as can wait for an answer at a time. Whoever comes then waits for one, and this time counts. */
const connections = 256

/**
 * Sends the arrivals of shop days when they are due, `scale` times as fast as the shops' clock, whether the server keeps up or not.
 *
 * @param {string} url
 * @param {object} days
 * @param {import('./demand.mjs').Demand} days.demand
 * @param {Record<string, import('./day-acts.mjs').Visit>} days.visits
 * @param {number} days.fromMs of the shops' clock
 * @param {number} days.untilMs
 * @param {number} days.scale
 * @param {(row: HourRow) => void} days.onHour called for each act when all that came in an hour have their answer
 * @returns {Promise<import('./day-acts.mjs').Sold[]>} everything that tills were told they have sold
 *
 * @typedef {object} HourRow
 * @property {number} startMs of the shops' clock
 * @property {string} act
 * @property {number} expected how many the model expects
 * @property {number} came how many came
 * @property {number} done how many were answered, other than by a refusal
 * @property {number} refused
 * @property {number} cameASecond of the server's clock
 * @property {number} doneASecond in the hour's own time, whenever those that were done had come
 * @property {number} p50Ms from when it was due until its last answer; of all that came in the hour
 * @property {number} p99Ms
 * @property {number} lateMs how much later than it was due one was sent, at most
 */
export async function driveDays(url, { demand, visits, fromMs, untilMs, scale, onHour }) {
  const sold = []
  const hours = hoursOf({ demand, acts: Object.keys(visits), fromMs, untilMs, scale, onHour })
  const arrivals = arrivalsOf(demand.arrivals(fromMs, untilMs), visits)
  let coming = arrivals.next().value
  const dueMs = ({ atMs }) => (atMs - fromMs) / scale
  let startedMs
  await openLoad(url, {
    connections,
    next(sinceMs) {
      startedMs ??= performance.now() - sinceMs
      if (coming === undefined || dueMs(coming) > sinceMs) return undefined
      const { act, shop } = coming
      const due = dueMs(coming)
      const hour = hours.came(coming, sinceMs - due)
      coming = arrivals.next().value
      return async (exchange) => {
        const answer = await visits[act](exchange, shop)
        if (answer !== undefined) sold.push(answer)
        const nowMs = performance.now() - startedMs
        hours.answered(hour, act, { isRefused: answer === undefined, tookMs: nowMs - due, nowMs })
      }
    },
    isOver: () => coming === undefined,
  })
  hours.end()
  return sold
}

function* arrivalsOf(arrivals, visits) {
  for (const arrival of arrivals) if (arrival.act in visits) yield arrival
}

/** Counts by hour and act. An hour is told when it is over and nobody who came in it waits any more. */
function hoursOf({ demand, acts, fromMs, untilMs, scale, onHour }) {
  const all = []
  for (let startMs = fromMs; startMs < untilMs; startMs = nextHour(startMs)) {
    const endMs = Math.min(untilMs, nextHour(startMs))
    const counts = () => ({ came: 0, done: 0, refused: 0, doneThen: 0, lateMs: 0, tookMs: [] })
    all.push({ startMs, endMs, of: Object.fromEntries(acts.map((act) => [act, counts()])) })
  }
  let told = 0
  const hourAt = (atMs) => all.find(({ endMs }) => atMs < endMs)
  const isAnswered = ({ of }) => Object.values(of).every(({ came, done, refused }) => came === done + refused)
  const tell = (untilHour) => {
    for (; told < untilHour && isAnswered(all[told]); told++)
      for (const act of acts) onHour(rowOf(all[told], act, { demand, scale }))
  }
  return {
    came({ atMs, act }, lateMs) {
      const hour = hourAt(atMs)
      const counts = hour.of[act]
      counts.came++
      counts.lateMs = Math.max(counts.lateMs, lateMs)
      tell(all.indexOf(hour))
      return hour
    },
    answered(hour, act, { isRefused, tookMs, nowMs }) {
      const counts = hour.of[act]
      counts[isRefused ? 'refused' : 'done']++
      counts.tookMs.push(tookMs)
      const then = hourAt(fromMs + nowMs * scale)
      if (!isRefused && then !== undefined) then.of[act].doneThen++
    },
    end: () => tell(all.length),
  }
}

const nextHour = (ms) => (Math.floor(ms / hourMs) + 1) * hourMs

function rowOf({ startMs, endMs, of }, act, { demand, scale }) {
  const { came, done, refused, doneThen, lateMs, tookMs } = of[act]
  const seconds = (endMs - startMs) / 1_000
  return {
    startMs,
    act,
    ...{ came, done, refused, lateMs },
    expected: expectedIn(demand, act, startMs, endMs),
    cameASecond: (came * scale) / seconds,
    doneASecond: (doneThen * scale) / seconds,
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
  }
}

function expectedIn(demand, act, startMs, endMs) {
  let sum = 0
  for (let atMs = startMs + 30_000; atMs < endMs; atMs += 60_000) sum += 60 * demand.rateAt(atMs)[act]
  return sum
}
