import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CreatedEntry, JournalEntry } from '../src/simulator/journal.ts'

/** Successes at the provider, by our id, from the journal of its simulator, which may be running. */
export const successesById = (dir: string) => successesBy(dir, ({ externalId }) => externalId)

/** The same by the number that was topped up, without its country. */
export const successesByNumber = (dir: string) =>
  successesBy(dir, ({ mobileNumber }) => mobileNumber?.replace('+52', '') ?? '')

function successesBy(dir: string, nameOf: (created: CreatedEntry) => string): Map<string, number> {
  // A simulator that was killed may have left half a line.
  const lines = readFileSync(path.join(dir, 'simulator.jsonl'), 'utf8').split('\n').slice(0, -1)
  const names = new Map<number, string>()
  const successes = new Map<string, number>()
  for (const entry of lines.map((line) => JSON.parse(line) as JournalEntry)) {
    if (entry.kind === 'created') names.set(entry.id, nameOf(entry))
    if (entry.kind === 'settled' && JSON.stringify(entry.status).includes('COMPLETED')) {
      const name = names.get(entry.id) as string
      successes.set(name, (successes.get(name) ?? 0) + 1)
    }
  }
  return successes
}
