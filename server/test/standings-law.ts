import type pg from 'pg'

const watched = new Set<pg.Pool>()

/** Holds the standings of a database against its directory after every test file, and when its product ends. */
export function watchStandings(admin: pg.Pool): { end(): Promise<void> } {
  watched.add(admin)
  return {
    async end() {
      if (watched.has(admin)) await checkStandings().finally(() => watched.delete(admin))
    },
  }
}

/** One sentence for each place where authentication does not go by the directory, as `mostrador doctor` finds them. */
export async function standingFaults(admin: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await admin.query<{ fault: string }>('select fault from authz.standing_faults()')
  return rows.map(({ fault }) => fault)
}

/** @throws Error that names each copy which differs from its source */
export async function checkStandings(): Promise<void> {
  const found = (await Promise.all([...watched].map(standingFaults))).flat()
  if (found.length > 0) throw new Error(`Authentication would not go by the directory:\n${found.join('\n')}`)
}
