import pg from 'pg'
import { pending } from './migrate.ts'
import { unsafeThings } from './safety.ts'

/** Checked anew at most this often: probes come every few seconds, catalogs change with a deployment. */
const freshForMs = 10_000

/** What keeps this process from serving: an unreachable or outdated database, or one that would not hold the row permissions. */
export function readinessOf(apiUrl: string): () => Promise<readonly string[]> {
  let last: { at: number; faults: Promise<readonly string[]> } | undefined
  return () => {
    const now = Date.now()
    if (last === undefined || now - last.at > freshForMs) last = { at: now, faults: faultsOf(apiUrl) }
    return last.faults
  }
}

/** Every fault in words; none when the database is fit to be served from. */
export async function faultsOf(apiUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: apiUrl,
    connectionTimeoutMillis: 3_000,
    application_name: 'mostrador-ready',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const missing = await pending(client)
    return [
      ...missing.map((name) => `not applied: ${name} (run mostrador migrate)`),
      ...(await unsafeThings(client)),
    ]
  } catch {
    return ['the database cannot be reached']
  } finally {
    await client.end().catch(() => {})
  }
}
