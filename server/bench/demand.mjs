import { Random } from '../../simulation/random.mjs'

// The demand of shops in the course of days. Moments are milliseconds of the shops' own clock, read as UTC: a shop day has
// 24 hours and no zone. What a kind sells in a day is believed, not measured; docs/scaling.md says so.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const acts = ['goods', 'topUp', 'read']

const everyDay = (from, until) => Array.from({ length: 7 }, () => [from, until])

export const kinds = [
  { name: 'corner shop', share: 0.6, hours: everyDay(7, 22), day: { goods: 60, topUp: 6, read: 90 } },
  {
    name: 'stationer',
    share: 0.15,
    hours: [[], ...Array.from({ length: 5 }, () => [9, 20]), [9, 15]],
    day: { goods: 40, topUp: 4, read: 60 },
  },
  { name: 'pharmacy', share: 0.1, hours: everyDay(8, 23), day: { goods: 80, topUp: 5, read: 120 } },
  {
    name: 'phone shop',
    share: 0.1,
    hours: [[11, 17], ...Array.from({ length: 6 }, () => [10, 20])],
    day: { goods: 12, topUp: 25, read: 50 },
  },
  {
    name: 'convenience store',
    share: 0.05,
    hours: everyDay(0, 24),
    day: { goods: 300, topUp: 25, read: 400 },
  },
]

/** How busy a weekday is, from Sunday on; on average 1. */
const weekdays = [1, 0.82, 0.85, 0.9, 1, 1.18, 1.25]

/** How much more is sold on a payday, and on the day after it. */
const payday = { goods: [1.35, 1.2], topUp: [1.6, 1.3], read: [1.35, 1.2] }

/** How demand is spread over a day: a level, and peaks with their hour, width in hours, and height above the level. */
const curves = {
  goods: [
    { at: 14, width: 1.3, height: 1.6 },
    { at: 19.5, width: 1.5, height: 2.2 },
  ],
  topUp: [
    { at: 8.5, width: 1, height: 1.2 },
    { at: 20, width: 1.4, height: 3 },
  ],
}
curves.read = curves.goods
/** Few are awake, also where it is open all night. */
const nightLevel = { from: 1, until: 6, level: 0.15 }

export function demandOf({ merchants, seed }) {
  const shopsOf = kinds.map(() => [])
  for (let shop = 1; shop <= merchants; shop++) shopsOf[kindOf(shop)].push(shop)

  const kindRate = (kind, act, atMs) => shopsOf[kind].length * shopRateAt(kinds[kind], act, atMs)
  const rateAt = (atMs) =>
    Object.fromEntries(
      acts.map((act) => [act, kinds.reduce((sum, _, kind) => sum + kindRate(kind, act, atMs), 0)]),
    )

  /** Each minute draws from a generator of its own, so a window's arrivals do not depend on where it begins. */
  function arrivalsOfMinute(startMs) {
    const drawn = []
    for (const [kind, shops] of shopsOf.entries()) {
      for (const [no, act] of acts.entries()) {
        const perMs = kindRate(kind, act, startMs + minuteMs / 2) / 1_000
        if (perMs === 0) continue
        const random = new Random(seed, Math.floor(startMs / minuteMs), kind, no)
        const gapMs = () => -Math.log(1 - random.next()) / perMs
        for (let atMs = startMs + gapMs(); atMs < startMs + minuteMs; atMs += gapMs())
          drawn.push({ atMs, act, shop: random.pick(shops) })
      }
    }
    return drawn.sort((a, b) => a.atMs - b.atMs)
  }

  function* arrivals(fromMs, untilMs) {
    for (let minute = floored(fromMs, minuteMs); minute < untilMs; minute += minuteMs) {
      for (const arrival of arrivalsOfMinute(minute))
        if (arrival.atMs >= fromMs && arrival.atMs < untilMs) yield arrival
    }
  }
  return { rateAt, arrivals }
}

/** By the golden ratio, so that of any number of shops each kind has its share. */
export function kindOf(shop) {
  let left = (shop * 0.6180339887498949) % 1
  const found = kinds.findIndex(({ share }) => {
    left -= share
    return left < 0
  })
  return found === -1 ? kinds.length - 1 : found
}

export function shopRateAt(kind, act, atMs) {
  const [opensAt, closesAt] = kind.hours[new Date(atMs).getUTCDay()]
  const hour = (atMs - floored(atMs, dayMs)) / hourMs
  if (opensAt === undefined || hour < opensAt || hour >= closesAt) return 0
  const total = dayTotal(kind, act, atMs)
  return (total * levelAt(act, hour)) / levelHours(act, opensAt, closesAt) / 3_600
}

export function dayTotal(kind, act, atMs) {
  const weekday = new Date(atMs).getUTCDay()
  if (kind.hours[weekday].length === 0) return 0
  return kind.day[act] * weekdays[weekday] * paydayFactor(act, atMs)
}

function paydayFactor(act, atMs) {
  const [on, after] = payday[act]
  if (isPayday(atMs)) return on
  return isPayday(atMs - dayMs) ? after : 1
}

export function isPayday(atMs) {
  const today = floored(atMs, dayMs)
  const weekday = new Date(today).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  const days = weekday === 5 ? [today, today + dayMs, today + 2 * dayMs] : [today]
  return days.some((day) => new Date(day).getUTCDate() === 15 || new Date(day + dayMs).getUTCDate() === 1)
}

function levelAt(act, hour) {
  if (hour >= nightLevel.from && hour < nightLevel.until) return nightLevel.level
  return curves[act].reduce(
    (sum, { at, width, height }) => sum + height * Math.exp(-(((hour - at) / width) ** 2) / 2),
    1,
  )
}

const sums = new Map()

/** The area under a curve while a shop is open, by the middle of each minute, as arrivals are drawn. */
function levelHours(act, opensAt, closesAt) {
  const key = `${act} ${opensAt} ${closesAt}`
  const known = sums.get(key)
  if (known !== undefined) return known
  let sum = 0
  for (let minute = opensAt * 60; minute < closesAt * 60; minute++)
    sum += levelAt(act, (minute + 0.5) / 60) / 60
  sums.set(key, sum)
  return sum
}

const floored = (ms, unit) => Math.floor(ms / unit) * unit
