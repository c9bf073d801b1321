import { Recogniser } from '../../web/src/ui/scanner/recogniser.ts'
import type { Random } from '../random.mjs'

/** A GTIN-13 with its check digit. */
export function someGtin(random: Random): string {
  const body = Array.from({ length: 12 }, () => random.whole(0, 9))
  const sum = body.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
  return [...body, (10 - (sum % 10)) % 10].join('')
}

/** Wired and wireless scanners, with their keys as close as they come. */
const paces = {
  cable: (random: Random) => random.whole(1, 12),
  'uneven cable': (random: Random) => random.whole(5, 45),
  'no cable': (random: Random) => random.whole(45, 120),
  lumps: (random: Random) => random.pick([0, 2, 8, 60, 110, 120]),
}

/**
 * A scanner sends a code to the till, key by key, wherever its focus is.
 *
 * @returns what the till reads
 * @throws Error when a key gets through, or when it is not read once
 */
export function scan(random: Random, code: string): string {
  const recogniser = new Recogniser()
  const pace = random.pick(Object.keys(paces) as (keyof typeof paces)[])
  const ending = random.pick(['Enter', 'Enter', 'Tab', 'none'] as const)
  const place = random.pick(['nothing', 'figures', 'text'] as const)
  let atMs = 1_000
  const read: string[] = []
  const leaked: string[] = []
  for (const key of [...code, ...(ending === 'none' ? [] : [ending])]) {
    atMs += paces[pace](random)
    const { isTaken, typed, scans } = recogniser.press({ key, code: `Key${key}`, atMs, place })
    leaked.push(...typed.map((press) => press.key), ...(isTaken ? [] : [key]))
    read.push(...scans.map((each) => each.code))
  }
  const { typed, scans } = recogniser.rest()
  leaked.push(...typed.map((press) => press.key))
  read.push(...scans.map((each) => each.code))
  const [only, ...more] = read
  if (only === undefined || more.length > 0 || leaked.length > 0)
    throw new Error(
      `${code} was scanned (${pace}, ${ending}, ${place}): read ${read}, let through ${leaked.join('')}`,
    )
  return only
}
