import { v7 as uuid } from 'uuid'

export interface Clerk {
  readonly membershipId: string
  readonly accountId: string
  readonly name: string
}

export interface Good {
  readonly variantId: string
  readonly isByWeight: boolean
}

/** A store before its history is generated. */
export interface Stage {
  /** Seed of the random numbers, so that the same store has the same history on every machine. */
  readonly code: string
  /** The cashiers; with two of them a day has two shifts. */
  readonly clerks: readonly Clerk[]
  readonly terminalIds: readonly string[]
  readonly goods: readonly Good[]
  /** The start of each past day there, in milliseconds, oldest first. */
  readonly daysMs: readonly number[]
  /** Average number of goods sales per shift. */
  readonly salesOfShift: number
}

export interface PastShift extends Clerk {
  readonly id: string
  readonly terminalId: string
  readonly openedAt: Date
  readonly closedAt: Date
  /** The difference of the count, with the cashier's reason. */
  readonly differenceCentavos: number
  readonly differenceReason: string | null
}

export interface PastSale {
  readonly orderId: string
  readonly cartId: string
  readonly receiptId: string
  readonly paymentId: string
  readonly shiftId: string
  readonly soldAt: Date
  readonly method: 'CASH' | 'CARD' | 'TRANSFER'
  readonly lines: readonly { readonly id: string; readonly variantId: string; readonly quantity: number }[]
}

/** A service sale: the number selects the product. */
export interface PastService {
  readonly id: string
  readonly shift: PastShift
  readonly soldAt: Date
  readonly choice: number
  readonly steps: number
  readonly digits: string
}

export interface Past {
  readonly shifts: readonly PastShift[]
  readonly sales: readonly PastSale[]
  readonly services: readonly PastService[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Generates the history of a store, day by day: quieter on Mondays, busier towards the weekend and at noon.
 */
export function pastOf(stage: Stage): Past {
  const chance = chanceOf(stage.code)
  const shifts = stage.daysMs.flatMap((dayMs, day) => shiftsOf(stage, dayMs, day, chance))
  const sales = shifts.flatMap((shift) => salesOf(stage, shift, chance))
  const services = shifts.flatMap((shift) => servicesOf(shift, chance))
  return { shifts, sales, services }
}

/** A pseudorandom number generator in [0, 1) (mulberry32). */
type Chance = () => number

function chanceOf(seed: string): Chance {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Ids sort by time, like those of the product. */
const idAt = (at: Date) => uuid({ msecs: at.getTime() })
const within = (chance: Chance, from: number, to: number) => from + Math.floor(chance() * (to - from + 1))

const reasons = ['Faltó al dar cambio', 'Sobró una moneda', 'Faltaron monedas en el fondo']

function shiftsOf({ clerks, terminalIds }: Stage, dayMs: number, day: number, chance: Chance): PastShift[] {
  const hours =
    clerks.length > 1
      ? ([
          [8, 14.5],
          [14.5, 21],
        ] as const)
      : ([[9, 19]] as const)
  return hours.map(([from, to], part) => {
    const clerk = clerks[(day + part) % clerks.length] as Clerk
    const openedAt = new Date(dayMs + from * hourMs + within(chance, 0, 9) * minuteMs)
    const isOff = chance() < 0.12
    return {
      ...clerk,
      id: idAt(openedAt),
      terminalId: terminalIds[part % terminalIds.length] as string,
      openedAt,
      closedAt: new Date(dayMs + to * hourMs - within(chance, 0, 9) * minuteMs),
      differenceCentavos: isOff ? within(chance, -4, 2) * 500 || -500 : 0,
      differenceReason: isOff ? (reasons[within(chance, 0, 2)] as string) : null,
    }
  })
}

/** How busy each day of the week is, from Sunday on. */
const weekday = [0.8, 0.75, 0.85, 0.95, 1, 1.25, 1.4]

function salesOf({ goods, salesOfShift }: Stage, shift: PastShift, chance: Chance): PastSale[] {
  const busy = weekday[shift.openedAt.getUTCDay()] ?? 1
  const count = Math.max(2, Math.round(salesOfShift * busy * (0.8 + chance() * 0.4)))
  return timesOf(shift, count, chance).map((soldAt) => ({
    orderId: idAt(soldAt),
    cartId: idAt(new Date(soldAt.getTime() - minuteMs)),
    receiptId: idAt(soldAt),
    paymentId: idAt(soldAt),
    shiftId: shift.id,
    soldAt,
    method: methodOf(chance()),
    lines: linesOf(goods, soldAt, chance),
  }))
}

const methodOf = (share: number) => (share < 0.68 ? 'CASH' : share < 0.93 ? 'CARD' : 'TRANSFER')

/** Some goods are popular, and mostly bought singly; each is one line. */
function linesOf(goods: readonly Good[], soldAt: Date, chance: Chance): PastSale['lines'] {
  const wanted = new Map<string, number>()
  for (let line = within(chance, 1, 3); line > 0; line--) {
    const good = goods[Math.floor(chance() ** 1.4 * goods.length)] as Good
    const share = chance()
    wanted.set(good.variantId, good.isByWeight ? 1 : share < 0.7 ? 1 : share < 0.94 ? 2 : 3)
  }
  return [...wanted].map(([variantId, quantity]) => ({ id: idAt(soldAt), variantId, quantity }))
}

function servicesOf(shift: PastShift, chance: Chance): PastService[] {
  return timesOf(shift, within(chance, 1, 4), chance).map((soldAt) => ({
    id: idAt(soldAt),
    shift,
    soldAt,
    choice: chance(),
    steps: chance(),
    digits: String(Math.floor(chance() * 1e9)).padStart(9, '0'),
  }))
}

/** Moments within a shift, one after the other. */
function timesOf({ openedAt, closedAt }: PastShift, count: number, chance: Chance): Date[] {
  const [fromMs, toMs] = [openedAt.getTime() + 5 * minuteMs, closedAt.getTime() - 35 * minuteMs]
  return Array.from({ length: count }, () => Math.round(fromMs + chance() * (toMs - fromMs)))
    .sort((a, b) => a - b)
    .map((ms) => new Date(ms))
}
