import { Recogniser } from '../../web/src/ui/scanner/recogniser.ts'
import type { Random } from '../random.mjs'
import { someWedge } from './wedges.ts'

/**
 * A scanner sends a code to the till, key by key, wherever its focus is.
 *
 * @returns what the till reads
 * @throws Error when a key gets through, or when it is not read once
 */
export function scan(random: Random, code: string): string {
  const recogniser = new Recogniser()
  const { name, gapMs, ending } = someWedge(random)
  const place = random.pick(['nothing', 'figures', 'text'] as const)
  let atMs = 1_000
  const read: string[] = []
  const leaked: string[] = []
  for (const key of [...code, ...(ending === 'none' ? [] : [ending ?? 'Enter'])]) {
    atMs += gapMs()
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
      `${code} was scanned (${name}, ${ending}, ${place}): read ${read}, let through ${leaked.join('')}`,
    )
  return only
}
