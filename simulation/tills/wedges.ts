import type { Random } from '../random.mjs'

/** A scanner: what it sends, and how fast. */
export interface Wedge {
  readonly name?: string
  /** Milliseconds between keys; called for each gap. */
  readonly gapMs: () => number
  readonly prefix?: string
  readonly ending?: 'Enter' | 'Tab' | 'none'
  /** How often it sends its ending: twice, when set to CR and LF. */
  readonly endings?: number
}

const digits = (random: Random, length: number) => Array.from({ length }, () => random.whole(0, 9)).join('')

/** A code of goods with its check digit. */
export function someGtin(random: Random, length: 8 | 12 | 13 | 14): string {
  const body = digits(random, length - 1)
  const sum = [...body]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** Any code that a scanner may read: most of them of goods. */
export function someCode(random: Random): string {
  switch (random.weighed({ gtin: 5, digits: 1, letters: 1 })) {
    case 'digits':
      return digits(random, random.whole(9, 30))
    case 'letters':
      return `${random.pick(['ABC', 'ZZ', 'LOTE'])}-${digits(random, 6)}`
    default:
      return someGtin(random, random.pick([13, 13, 8, 12, 14] as const))
  }
}

/** Any kind of scanner: wired, slow, or wireless with uneven or bursty keys; with any ending. */
export function someWedge(random: Random): Wedge {
  const steady = random.whole(45, 120)
  const paces: [name: string, gapMs: () => number][] = [
    ['by cable', () => random.whole(1, 12)],
    ['by cable, unevenly', () => random.whole(5, 45)],
    [`every ${steady} ms`, () => steady],
    ['without a cable', () => random.whole(45, 120)],
    ['in lumps', () => random.pick([0, 2, 8, 60, 110, 120])],
  ]
  const [name, gapMs] = random.pick(paces)
  return { name, gapMs, ending: random.pick(['Enter', 'Enter', 'Tab', 'none'] as const) }
}

/** A code that a shop prints itself: short, of letters only, or with signs. */
export function someOwnCode(random: Random): string {
  return random.pick([
    () => digits(random, random.whole(4, 7)),
    () => random.pick(['PANBLANCO', 'agua', 'SAL', 'Tamal']),
    () => `${random.pick(['BEB-', 'lote_', 'a.'])}${digits(random, random.whole(2, 8))}`,
  ])()
}

/** A scanner whose keys come so fast or so evenly that any code is recognized. */
export function someEvenWedge(random: Random, code: string): Wedge {
  const ending = random.pick(['Enter', 'Tab'] as const)
  if (code.length < 4 || random.isHit(0.5))
    return { name: 'by cable', gapMs: () => random.whole(1, 30), ending }
  const steady = random.whole(45, 220)
  return {
    name: `every ${steady} ms`,
    gapMs: () => steady + random.whole(0, code.length === 4 ? 4 : 5),
    ending,
  }
}
