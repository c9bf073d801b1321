import { fileJournal } from '../src/simulator/journal.ts'

/** Successes at the provider, by our id, from the journal of a simulator that has ended. */
export function successesById(dir: string): Map<string, number> {
  const journal = fileJournal(dir)
  try {
    const ours = new Map<number, string>()
    const successes = new Map<string, number>()
    for (const entry of journal.read()) {
      if (entry.kind === 'created') ours.set(entry.id, entry.externalId)
      if (entry.kind === 'settled' && JSON.stringify(entry.status).includes('COMPLETED')) {
        const id = ours.get(entry.id) as string
        successes.set(id, (successes.get(id) ?? 0) + 1)
      }
    }
    return successes
  } finally {
    journal.close()
  }
}
