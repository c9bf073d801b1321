import type { Wedge } from './scanner-keys.ts'

/** Repeatable randomness: the same seed gives the same scans. */
export function seededDice(seed: number) {
  let state = seed >>> 0
  /** mulberry32, in the public domain. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const oneOf = <T>(all: readonly T[]): T => {
    const chosen = all[between(0, all.length - 1)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
  const digits = (length: number) => Array.from({ length }, () => between(0, 9)).join('')
  const gtin = (length: 8 | 12 | 13 | 14) => {
    const body = digits(length - 1)
    const sum = [...body]
      .reverse()
      .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
    return `${body}${(10 - (sum % 10)) % 10}`
  }
  return {
    oneOf,
    gtin,
    chance: (share: number) => next() < share,
    /** A code that no product of the demo has. */
    code: () =>
      oneOf([
        () => gtin(13),
        () => gtin(13),
        () => gtin(8),
        () => gtin(12),
        () => gtin(14),
        () => digits(between(9, 30)),
        () => `${oneOf(['ABC', 'ZZ', 'LOTE'])}-${digits(6)}`,
      ])(),
    /** Any kind of scanner: wired, slow, or wireless with uneven or bursty keys; with any ending. */
    wedge: (): Wedge => {
      const steady = between(45, 120)
      const paces: [name: string, gapMs: () => number][] = [
        ['by cable', () => between(1, 12)],
        ['by cable, unevenly', () => between(5, 45)],
        [`every ${steady} ms`, () => steady],
        ['without a cable', () => between(45, 120)],
        ['in lumps', () => oneOf([0, 2, 8, 60, 110, 120])],
      ]
      const [name, gapMs] = oneOf(paces)
      return { name, gapMs, ending: oneOf(['Enter', 'Enter', 'Tab', 'none'] as const) }
    },
  }
}
